import { wallet } from "../../../shared.ts"

export const POST = async (request: Request) => {
  const { createUser, signIn } = wallet()
  const body = await request.json().catch(() => undefined)
  const user = await createUser(body?.email)
  if (user === undefined) return Response.json({ message: "Not an e-mail address" }, { status: 400 })
  return Response.json(user, { status: 201, headers: { "set-cookie": signIn.cookieOf(user) } })
}
