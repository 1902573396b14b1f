import { mountedUnder } from "countersign"
import { wallet } from "../../../shared.ts"

const users = mountedUnder("/wallet", async (request) => (await wallet()).users(request))

// Next answers HEAD and OPTIONS itself where a route omits them.
export { users as DELETE, users as GET, users as HEAD, users as OPTIONS, users as PATCH, users as POST, users as PUT }
