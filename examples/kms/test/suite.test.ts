import { vaultSuite } from "@countersign/testkit"
import { describe, it } from "vitest"
import { awsKms } from "../src/awsKms.ts"
import { arn, CREDENTIALS, REGION, stubOf } from "./stub.ts"

vaultSuite({
  name: "AWS KMS",
  make: async () => {
    const [service, other] = [await stubOf(["one", "two"]), await stubOf(["three"])]
    const shared = { region: REGION, credentials: async () => CREDENTIALS }
    return {
      kms: awsKms({ ...shared, keyId: arn("one"), endpoint: service.endpoint }),
      rotated: awsKms({ ...shared, keyId: arn("two"), endpoint: service.endpoint }),
      foreign: awsKms({ ...shared, keyId: arn("three"), endpoint: other.endpoint }),
      fault: (fault) => {
        service.state.fault = fault
      },
      close: async () => {
        await service.close()
        await other.close()
      }
    }
  },
  describe,
  it,
  report: console.log
})
