import { wallet } from "../../../shared.ts"

export const GET = (request: Request) =>
  wallet().session.handler((_, { accountId }) => Response.json({ accountId }))(request)
