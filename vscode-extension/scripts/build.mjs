// Bundles the extension into dist/; with --tests also the tests into dist-tests/.

import { readdirSync } from "node:fs";
import { build } from "esbuild";

const common = { bundle: true, platform: "node", target: "node20", format: "cjs", logLevel: "warning" };
const inFolder = (folder, matching) =>
  readdirSync(folder)
    .filter((name) => matching.test(name))
    .map((name) => `${folder}/${name}`);

await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outdir: "dist",
  external: ["vscode"],
  minify: true,
});
if (process.argv.includes("--tests")) {
  for (const name of ["unit", "package"]) {
    await build({
      ...common,
      entryPoints: inFolder(`tests/${name}`, /\.test\.ts$/),
      outdir: `dist-tests/${name}`,
    });
  }
  await build({
    ...common,
    entryPoints: ["run", "suite/features", "suite/discovery"].map((name) => `tests/editor/${name}.ts`),
    outdir: "dist-tests/editor",
    outbase: "tests/editor",
    external: ["vscode", "mocha", "playwright-core"],
  });
}
