import { wallet } from "../../../shared.ts"

export const POST = async (request: Request) => {
  const { createUser, signIn } = wallet()
  // JSON only, which no form of another site can send.
  const isJson = request.headers.get("content-type") === "application/json"
  const body = isJson ? await request.json().catch(() => undefined) : undefined
  const user = await createUser(body?.email)
  if (user === undefined) return Response.json({ message: "Not an e-mail address" }, { status: 400 })
  return Response.json(user, { status: 201, headers: { "set-cookie": signIn.cookieOf(user) } })
}
