// The window of the identity provider comes back here. It tells the page that opened it, and closes.
const channel = new BroadcastChannel("signed-in")
channel.postMessage(location.search)
channel.close()
close()
