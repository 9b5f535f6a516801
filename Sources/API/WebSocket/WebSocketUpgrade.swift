import CMicroHTTPD
import Glibc
import Synchronization

/// A WebSocket between its request and its first frame.
final class WebSocketUpgrade: Sendable {
    let session: any WebSocketSession
    private let loop: WebSocketLoop
    private let isBegun = Atomic(false)

    init(_ session: any WebSocketSession, loop: WebSocketLoop) {
        self.session = session
        self.loop = loop
    }

    /// Hands the connection over to the loop; on the server's thread.
    func begin(_ descriptor: Int32, _ upgrade: OpaquePointer, early: [UInt8]) {
        isBegun.store(true, ordering: .relaxed)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        let socket = WebSocket(session, descriptor: descriptor, upgrade: upgrade, early: early) { [loop] in
            loop.wake($0)
        }
        guard loop.add(socket) else {
            nj_mhd_upgrade_close(upgrade)
            return session.closed()
        }
    }

    /// The request is over; if it never became a WebSocket, its session ends here.
    func abandon() {
        if !isBegun.exchange(true, ordering: .relaxed) { session.closed() }
    }
}

/// The callback of libmicrohttpd once the answer 101 has been sent.
func upgradeConnection(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ slot: UnsafeMutableRawPointer?,
    _ extra: UnsafePointer<CChar>?, _ count: Int, _ descriptor: Int32, _ handle: OpaquePointer?
) {
    guard let context, let handle else { return }
    let early = extra.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
    Unmanaged<WebSocketUpgrade>.fromOpaque(context).takeUnretainedValue().begin(descriptor, handle, early: early)
}

extension HTTPResponse {
    /// Turns the connection of a request into a WebSocket.
    /// - Throws: ``HTTPProblem`` when the request asks for none.
    package static func webSocket(
        _ request: HTTPRequest, _ session: any WebSocketSession
    ) throws -> HTTPResponse {
        let key = try WebSocketHandshake.key(of: request)
        let fields = [("Upgrade", "websocket"), ("Sec-WebSocket-Accept", WebSocketHandshake.accept(key: key))]
        return HTTPResponse(status: 101, headers: HTTPHeaders(fields), body: .upgrade(session))
    }
}
