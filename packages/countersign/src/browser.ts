// Bundlers for browsers resolve this package to this file, because the server code would put the platform's keys into a
// page.

const refuse = (): never => {
  throw new Error(
    "countersign uses the platform's secrets and runs on its server only. In a browser use createClient of @countersign/client."
  )
}

export const createCountersign = refuse
export const examineOptions = refuse
export const mountedUnder = refuse
export const receiptsOf = refuse
export const resealVault = refuse
export const secretDigest = refuse
export const ConfigurationError = refuse
export const CountersignError = refuse

// Throws on import, so that the mistake is found even if no export is called.
refuse()
