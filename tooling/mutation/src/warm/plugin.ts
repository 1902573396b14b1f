import { resolve } from "node:path"
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin"
import { testsVariable } from "./settle.ts"
import { WarmRunner } from "./WarmRunner.ts"
import "./settle.ts"

class RunnerOfTarget extends WarmRunner {
  constructor() {
    super((process.env[testsVariable] ?? "").split(" ").map((path) => resolve(path)))
  }
}

/** The plugins that Stryker loads. */
export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "warm", RunnerOfTarget)]
