import { Controller, Get, Inject, Req, Res, UseGuards } from "@nestjs/common"
import type { Request, Response } from "express"
import { pageHeaders, pageOf } from "./page.ts"
import { SessionGuard, WALLET } from "./wallet.guard.ts"
import type { Wallet } from "./wallet.ts"

@Controller()
export class AppController {
  constructor(@Inject(WALLET) private readonly wallet: Wallet) {}

  @Get()
  page(@Req() request: Request, @Res() response: Response) {
    response.set(pageHeaders).send(pageOf(this.wallet, request.headers))
  }

  @Get("api/me")
  @UseGuards(SessionGuard)
  me(@Req() { session }: { readonly session: { readonly accountId: string } }) {
    return { accountId: session.accountId }
  }
}
