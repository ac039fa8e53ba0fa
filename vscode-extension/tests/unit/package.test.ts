/** What stands in package.json, README and walkthrough belongs together. */

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

interface Setting {
  readonly default: unknown;
  readonly description?: string;
  readonly markdownDescription?: string;
}

interface Package {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly media: { readonly markdown: string } }[];
    }[];
  };
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
}

const { contributes, capabilities } = JSON.parse(readFileSync("package.json", "utf8")) as Package;
const README = readFileSync("README.md", "utf8");
const SETTINGS = contributes.configuration.properties;

for (const [name, setting] of Object.entries(SETTINGS)) {
  test(`the README says what ${name} does`, () => {
    const text = setting.markdownDescription ?? setting.description ?? "";
    const meaning = text.replaceAll(/`#([^#]+)#`/g, "`$1`");
    assert.ok(
      README.includes(`| \`${name}\` | \`${JSON.stringify(setting.default)}\` | ${meaning} |`),
      meaning,
    );
  });
}

for (const { command, title } of contributes.commands) {
  test(`the README names ${command}`, () => {
    assert.ok(README.includes(`| _Hybridize: ${title}_ |`), title);
  });
}

test("settings that name programs are restricted where the workspace is not trusted", () => {
  const { restrictedConfigurations } = capabilities.untrustedWorkspaces;
  assert.deepEqual(restrictedConfigurations, [
    "hybridize.importStrategy",
    "hybridize.interpreter",
    "hybridize.path",
  ]);
  assert.ok(restrictedConfigurations.every((name) => name in SETTINGS));
});

test("the pages of the walkthrough exist", () => {
  for (const { steps } of contributes.walkthroughs) {
    for (const { media } of steps) assert.ok(existsSync(media.markdown), media.markdown);
  }
});
