import { type CallInProcess, resources } from "@countersign/http"
import type { EnvironmentApi } from "./methods/EnvironmentApi.ts"

export const operatorsApi = (call: CallInProcess): Pick<EnvironmentApi, "operators"> => ({
  operators: {
    endSessions: (accountId, body, once = {}) => call(operators.operatorEndSessions, { id: accountId, body, ...once }),
    suspendAccount: (accountId, body, once = {}) =>
      call(operators.operatorSuspendAccount, { id: accountId, body, ...once }),
    resumeAccount: (accountId, body, once = {}) =>
      call(operators.operatorResumeAccount, { id: accountId, body, ...once }),
    suspendCredential: (credentialId, body, once = {}) =>
      call(operators.operatorSuspendCredential, { id: credentialId, body, ...once }),
    resumeCredential: (credentialId, body, once = {}) =>
      call(operators.operatorResumeCredential, { id: credentialId, body, ...once }),
    unlockCredential: (credentialId, body, once = {}) =>
      call(operators.operatorUnlockCredential, { id: credentialId, body, ...once }),
    startRecovery: (accountId, body, once = {}) =>
      call(operators.operatorStartRecovery, { id: accountId, body, ...once }),
    cancelRecovery: (recoveryId, body, once = {}) =>
      call(operators.operatorCancelRecovery, { id: recoveryId, body, ...once })
  }
})

const { operators } = resources
