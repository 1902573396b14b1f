import { accountInfoSchemas, ExternalAccountPatch, NewExternalAccount, NewPlatformAccount } from "@countersign/core"
import { Schema } from "effect"

/**
 * The schemas of external accounts as the document shows them. The contract itself lets such bodies through unread: the
 * type of an account judges them whole.
 */
export const externalAccountSchemas = (): Readonly<Record<string, unknown>> => {
  const accountInfo = Schema.Union([...accountInfoSchemas().values()])
  const destination = {
    currency: Schema.String.annotate({ description: "One of the currencies of the accountType" }),
    accountInfo
  }
  const { definitions } = Schema.toJsonSchemaDocument(
    Schema.Union([
      Schema.Struct({ ...NewExternalAccount.fields, ...destination }).annotate({ identifier: "NewExternalAccount" }),
      Schema.Struct({ ...NewPlatformAccount.fields, ...destination }).annotate({ identifier: "NewPlatformAccount" }),
      Schema.Struct({
        ...ExternalAccountPatch.fields,
        accountInfo: Schema.optionalKey(
          Schema.Record(Schema.String, Schema.Json).annotate({
            description: "Merged into what is stored (RFC 7396): null removes a field. accountType stays as it is."
          })
        )
      }).annotate({ identifier: "ExternalAccountPatch" })
    ]),
    { onExcessProperty: "error" }
  )
  return definitions
}
