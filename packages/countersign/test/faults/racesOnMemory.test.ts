import { rounds } from "@countersign/harness/rounds"
import { makeWorld } from "@countersign/harness/world"
import { afterAll } from "vitest"
import { credentialRaces } from "../stories/credentialRaces.ts"
import { emailRaces } from "../stories/emailRaces.ts"
import { operatorRaces } from "../stories/operatorRaces.ts"
import { policyRaces } from "../stories/policyRaces.ts"
import { recoveryRaces } from "../stories/recoveryRaces.ts"
import { requestRaces } from "../stories/requestRaces.ts"
import { settingsRaces } from "../stories/settingsRaces.ts"

const world = makeWorld()
afterAll(() => world.countersign.close())

requestRaces("memory", () => world, rounds(1000, 8))
credentialRaces("memory", () => world, rounds(500, 4))
operatorRaces("memory", () => world, rounds(500, 4))
policyRaces("memory", () => world, rounds(500, 4))
recoveryRaces("memory", () => world, rounds(500, 4))
settingsRaces("memory", () => world, rounds(500, 4))
emailRaces("memory", () => world, rounds(500, 4))
