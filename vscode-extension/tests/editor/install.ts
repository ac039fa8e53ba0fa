/**
 * Installs a real VS Code (code-server) into a cache, once.
 *
 * Nothing is downloaded but packages: code-server's own postinstall fetches binaries, so it is not run; its native
 * modules are compiled here, and ripgrep and the browser are the system's.
 */

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** VS Code 1.100.3, the newest that runs on Node 20.  The tests know its class names: a new version needs a look. */
const VERSION = "4.100.3";
const NODE = "20";
const CACHE = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  "hybridize",
  `code-server-${VERSION}`,
);
const NATIVE = ["@vscode/spdlog", "@parcel/watcher", "native-watchdog", "node-pty", "kerberos"];
export const CHROMIUM = "/usr/bin/chromium";
const RIPGREP = "/usr/bin/rg";
/** A file of each Debian package that is needed. */
const SYSTEM = {
  "build-essential": "/usr/bin/g++",
  chromium: CHROMIUM,
  "libkrb5-dev": "/usr/include/gssapi/gssapi.h",
  ripgrep: RIPGREP,
};

/** The entry point of code-server, installed if it is not there.  Throws with what is missing. */
export function install(): string {
  installSystemPackages();
  const entry = join(CACHE, "node_modules/code-server/out/node/entry.js");
  if (existsSync(entry)) return entry;
  if (process.versions.node.split(".")[0] !== NODE) {
    throw new Error(`code-server ${VERSION} runs on Node ${NODE}; this is ${process.versions.node}`);
  }
  console.log(`installing code-server ${VERSION}, once; some minutes`);
  const parts = `${CACHE}.${process.pid}`; // moved into place when it is complete
  mkdirSync(parts, { recursive: true });
  try {
    installPackages(parts);
    compile(parts);
    renameSync(parts, CACHE);
  } finally {
    rmSync(parts, { recursive: true, force: true });
  }
  return entry;
}

function installSystemPackages(): void {
  const missing = Object.entries(SYSTEM).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0) return;
  const command = ["install", "--yes", "--no-install-recommends", ...missing];
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Error(`these are missing: ${missing.join(", ")} (on Debian: apt-get ${command.join(" ")})`);
  }
  run("apt-get", ["update", "--quiet"]);
  run("apt-get", command);
}

function installPackages(folder: string): void {
  const npm = (where: string, ...rest: string[]): void => {
    run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...rest], where);
  };
  writeFileSync(join(folder, "package.json"), "{}\n");
  npm(folder, `code-server@${VERSION}`);
  const code = join(folder, "node_modules/code-server/lib/vscode");
  npm(code, "--omit=dev");
  npm(join(code, "extensions"), "--omit=dev");
  const ripgrep = join(code, "node_modules/@vscode/ripgrep/bin");
  mkdirSync(ripgrep);
  cpSync(RIPGREP, join(ripgrep, "rg"), { dereference: true });
  symlinkSync("node_modules", join(code, "node_modules.asar"));
  symlinkSync("code-linux.sh", join(code, "bin/remote-cli/code-server"));
  symlinkSync("browser-linux.sh", join(code, "bin/helpers/browser.sh"));
}

function compile(folder: string): void {
  const prefix = dirname(dirname(process.execPath)); // with the headers of this very Node in include/node
  const headers = existsSync(join(prefix, "include/node/node.h")) ? [`--nodedir=${prefix}`] : [];
  const global = execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim();
  const gyp = join(global, "npm/node_modules/node-gyp/bin/node-gyp.js");
  for (const name of NATIVE) {
    const where = join(folder, "node_modules/code-server/lib/vscode/node_modules", name);
    run(process.execPath, [gyp, "rebuild", "--silent", ...headers], where);
  }
  const build = ["--no-install", "node-pre-gyp", "install", "--build-from-source", ...headers];
  run("npx", build, join(folder, "node_modules/argon2"));
}

/** Output only when it fails. */
function run(command: string, options: readonly string[], cwd = "."): void {
  try {
    execFileSync(command, options, { cwd, stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: Buffer | string; stderr?: Buffer | string };
    const tail = `${stdout.toString()}${stderr.toString()}`.split("\n").slice(-30).join("\n");
    throw new Error(`failed: ${command} ${options.join(" ")} (in ${cwd})\n${tail}`, { cause: error });
  }
}
