import { type CallInProcess, resources } from "@countersign/http"
import type { EnvironmentApi } from "./methods/EnvironmentApi.ts"

export const recoveryApi = (call: CallInProcess): Pick<EnvironmentApi, "recoveries" | "guardians"> => ({
  recoveries: {
    createCodes: (accountId, clientPublicKey, retry = {}) =>
      call(recovery.createRecoveryCodes, { body: { accountId, clientPublicKey }, ...retry }),
    codesLeft: (accountId) => call(recovery.readRecoveryCodes, { query: { accountId } }).then(({ left }) => left),
    start: (accountId, once = {}) =>
      call(recovery.startRecovery, { body: { accountId, method: "SAVED_CODE" }, ...once }),
    list: (accountId) => call(recovery.listRecoveries, { query: { accountId } }).then(({ data }) => data),
    read: (id) => call(recovery.readRecovery, { id }),
    challenge: (id, once = {}) => call(recovery.challengeRecovery, { id, ...once }),
    complete: (id, body, retry = {}) => call(recovery.completeRecovery, { id, body, ...retry }),
    cancel: (id, retry = {}) => call(recovery.cancelRecovery, { id, ...retry }).then((answer) => answer ?? undefined),
    cancelByToken: (id, cancelToken, once = {}) =>
      call(recovery.cancelRecoveryByToken, { id, body: { cancelToken }, ...once })
  },
  guardians: {
    add: (body, retry = {}) => call(recovery.addGuardian, { body, ...retry }),
    list: (accountId) => call(recovery.listGuardians, { query: { accountId } }).then(({ data }) => data),
    remove: (id, retry = {}) => call(recovery.removeGuardian, { id, ...retry }).then((answer) => answer ?? undefined),
    challenge: (id, once = {}) => call(recovery.challengeGuardian, { id, ...once }),
    startRecovery: (id, body, options) => call(recovery.guardianStartRecovery, { id, body, ...options })
  }
})

const { recovery } = resources
