// Redirect target of the identity provider. Sends the authorization response to the page that opened it, and closes.
const channel = new BroadcastChannel("signed-in")
channel.postMessage(location.search)
channel.close()
close()
