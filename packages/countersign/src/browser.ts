// What a bundler for browsers finds in place of this package: it would take the keys of a whole platform into a page.

const refuse = (): never => {
  throw new Error(
    "countersign holds the secrets of a platform and runs on its server. In a browser use createClient of @countersign/client."
  )
}

export const createCountersign = refuse
export const examineOptions = refuse
export const mountedUnder = refuse
export const receiptsOf = refuse
export const resealVault = refuse
export const secretDigest = refuse
export const ConfigurationError = refuse
export const CountersignRefusal = refuse

// Whoever imports it is told, also where nothing of it is called.
refuse()
