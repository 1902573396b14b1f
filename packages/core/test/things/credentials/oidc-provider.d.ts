/** The part of the provider's API that these tests call; the package ships no types. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http"

  export default class Provider {
    constructor(issuer: string, configuration: object)
    readonly IdToken: new (
      claims: object,
      context: object
    ) => {
      scope: string
      set(name: string, value: string): void
      issue(options: { readonly use: "idtoken" }): Promise<string>
    }
    registerGrantType(
      name: string,
      handler: (ctx: never, next: () => Promise<void>) => Promise<void>,
      parameters: ReadonlyArray<string>
    ): void
    callback(): RequestListener
  }
}
