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

requestRaces("memory", () => world, rounds(1000, 20))
credentialRaces("memory", () => world, rounds(500, 10))
operatorRaces("memory", () => world, rounds(500, 10))
policyRaces("memory", () => world, rounds(500, 10))
// A recovery that stays open holds the limits of the platform, which these races set.
emailRaces("memory", () => world, rounds(500, 10))
recoveryRaces("memory", () => world, rounds(500, 10))
settingsRaces("memory", () => world, rounds(500, 10))
