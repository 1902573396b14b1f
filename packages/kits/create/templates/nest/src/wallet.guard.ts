import { nodeGuard } from "@countersign/http/node"
import { type CanActivate, type ExecutionContext, Inject, Injectable } from "@nestjs/common"
import type { Wallet } from "./wallet.ts"

/** The token that injects the wallet. */
export const WALLET = Symbol("wallet")

/** `@UseGuards(SessionGuard)`: the call needs a session of the wallet, which the route reads from `request.session`. */
@Injectable()
export class SessionGuard implements CanActivate {
  readonly #pass

  constructor(@Inject(WALLET) wallet: Wallet) {
    this.#pass = nodeGuard(wallet.session)
  }

  /** When the guard refuses, it has already answered, and Nest writes no second response. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp()
    const request = http.getRequest()
    request.session = await this.#pass(request, http.getResponse())
    return request.session !== undefined
  }
}
