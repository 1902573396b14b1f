import { wallet } from "../../../shared.ts"

export const GET = async (request: Request) => {
  const { session } = await wallet()
  return session.handler((_, { accountId }) => Response.json({ accountId }))(request)
}
