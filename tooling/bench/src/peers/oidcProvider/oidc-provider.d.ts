/** The part of the provider's API that the bench uses. The package ships no types. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http"

  export interface Client {
    readonly clientId: string
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    readonly Client: { find(clientId: string): Promise<Client | undefined> }
    readonly Grant: new (grant: {
      readonly accountId: string
      readonly clientId: string
    }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
    readonly AccessToken: new (token: {
      readonly accountId: string
      readonly client: Client
      readonly grantId: string
      readonly scope: string
      readonly gty: string
    }) => { save(): Promise<string> }
    callback(): RequestListener
  }
}
