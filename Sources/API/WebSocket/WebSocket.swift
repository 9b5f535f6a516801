import CMicroHTTPD
import CWslay
import Glibc
import Runtime
import Synchronization

/// One WebSocket (RFC 6455): messages and closings are queued from any thread and sent by that of the sockets.
package final class WebSocket: @unchecked Sendable {  // `wire` and below belong to the loop's thread.
    /// Messages that may wait for the other side; further ones are dropped and counted.
    package static let queueLimit = 256
    /// Bytes that one turn takes, so that nobody who sends without end holds up the others; what is left is for the next.
    private static let share = 64 << 10
    /// Frames and bytes that may wait before the wire: then nothing is handed over to it, and of more frames nothing is read
    /// that would have to be answered.
    private static let (frames, bytes) = (1024, 64 << 10)
    /// Bytes of a message at most; a longer one ends the socket with 1009.
    static let longest: UInt64 = 1 << 20

    struct Outbox {
        var messages: [[UInt8]] = []
        var dropped = 0
        var end: (code: UInt16, reason: String)?
        /// Since when it is to end.
        var ending: ContinuousClock.Instant?
        /// Whether nothing may be told before the end any more.
        var isRefused = false
        var isClosed = false
    }

    let outbox = Mutex(Outbox())
    let wake: @Sendable (WebSocket) -> Void
    let session: any WebSocketSession
    let descriptor: Int32
    let upgrade: OpaquePointer
    var wire: wslay_event_context_ptr?
    /// Bytes that arrived in the same read as the request.
    var early: [UInt8]
    private var isBroken = false
    /// Bytes that the present turn has taken.
    private var taken = 0
    /// Seconds between pings, and without a byte before the other side is taken for dead.
    static let (beat, patience) = (30, 300)
    /// Seconds for the other side to answer a closing.
    private static let closeTimeout = 5
    /// Seconds for what is queued to be taken before a closing.
    private static let drainTimeout = 30
    var closing: ContinuousClock.Instant?
    var heard = ContinuousClock.now
    private var pinged = ContinuousClock.now
    /// What the loop waits for.
    var interest: Reactor.Interest = []

    init(
        _ session: any WebSocketSession, descriptor: Int32, upgrade: OpaquePointer, early: [UInt8],
        wake: @escaping @Sendable (WebSocket) -> Void
    ) {
        self.session = session
        self.descriptor = descriptor
        self.upgrade = upgrade
        self.early = early
        self.wake = wake
    }

    /// Queues a text message.
    /// - Returns: False when it was dropped because the other side takes nothing, or when the socket is closed.
    @discardableResult
    package func send(_ text: [UInt8]) -> Bool {
        let isTaken = outbox.withLock { outbox in
            guard !outbox.isClosed, outbox.end == nil else { return false }
            guard outbox.messages.count < Self.queueLimit else {
                outbox.dropped += 1
                return false
            }
            outbox.messages.append(text)
            return true
        }
        if isTaken { wake(self) }
        return isTaken
    }

    /// Messages that were dropped since this was asked last.
    package func takeDropped() -> Int {
        outbox.withLock { outbox in
            defer { outbox.dropped = 0 }
            return outbox.dropped
        }
    }

    /// Takes back the messages that wait; they count as dropped.
    package func discard() {
        outbox.withLock { outbox in
            outbox.dropped += outbox.messages.count
            outbox.messages = []
        }
    }

    /// Closes with a reason and drops what is queued, as its receiver may no longer have it.
    func refuse() {
        discard()
        outbox.withLock { $0.isRefused = true }
        close(4003, "The session has ended, or may do this no more; sign in again.")
    }

    /// Sends what is queued, then a close frame with this code and reason.
    package func close(_ code: UInt16, _ reason: String) {
        outbox.withLock { outbox in
            guard outbox.end == nil else { return }
            (outbox.end, outbox.ending) = ((code, reason), ContinuousClock.now)
        }
        wake(self)
    }
}

/// Callbacks of wslay, on the loop's thread.
extension WebSocket {
    /// Starts the session; on the loop's thread.
    func open() {
        var callbacks = WebSocketCallbacks.all
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard wslay_event_context_server_init(&wire, &callbacks, context) == 0, let wire else {
            isBroken = true
            return
        }
        wslay_event_config_set_max_recv_msg_length(wire, Self.longest)
        session.opened(self)
    }

    func read(into buffer: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
        if !early.isEmpty {
            let count = min(room, early.count)
            early.withUnsafeBufferPointer { if let start = $0.baseAddress { memcpy(buffer, start, count) } }
            early.removeFirst(count)
            return count
        }
        // The loop comes back by itself for what is left.
        guard taken < Self.share else { return fail(WSLAY_ERR_WOULDBLOCK) }
        var count = recv(descriptor, buffer, room, 0)
        while count < 0, errno == EINTR { count = recv(descriptor, buffer, room, 0) }
        if count > 0 {
            taken += count
            heard = ContinuousClock.now
            return count
        }
        if count == 0 { return fail(WSLAY_ERR_CALLBACK_FAILURE) }
        return fail(errno == EAGAIN || errno == EWOULDBLOCK ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE)
    }

    func write(_ bytes: UnsafePointer<UInt8>, _ count: Int, isMore: Bool) -> Int {
        let flags = Int32(MSG_NOSIGNAL) | (isMore ? Int32(MSG_MORE) : 0)
        var sent = Glibc.send(descriptor, bytes, count, flags)
        while sent < 0, errno == EINTR { sent = Glibc.send(descriptor, bytes, count, flags) }
        guard sent < 0 else { return sent }
        return fail(errno == EAGAIN || errno == EWOULDBLOCK ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE)
    }

    private func fail(_ error: wslay_error) -> Int {
        if error == WSLAY_ERR_CALLBACK_FAILURE { isBroken = true }
        if let wire { wslay_event_set_error(wire, Int32(error.rawValue)) }
        return -1
    }

    func begin(_ frame: wslay_event_on_frame_recv_start_arg) {
        // A code has two bytes; the library would take one byte for none.
        if frame.opcode == UInt8(WSLAY_CONNECTION_CLOSE.rawValue), frame.payload_length == 1 { isBroken = true }
    }

    func deliver(_ argument: UnsafePointer<wslay_event_on_msg_recv_arg>) {
        let message = argument.pointee
        guard message.opcode == UInt8(WSLAY_TEXT_FRAME.rawValue) || message.opcode == UInt8(WSLAY_BINARY_FRAME.rawValue)
        else { return }
        let bytes = message.msg.map { Array(UnsafeBufferPointer(start: $0, count: message.msg_length)) } ?? []
        session.received(bytes, isText: message.opcode == UInt8(WSLAY_TEXT_FRAME.rawValue))
    }
}

/// What the loop's thread does with a socket.
extension WebSocket {
    /// Receives and sends what can be; on the loop's thread.
    /// - Returns: False when the socket is done.
    func turn(canRead: Bool) -> Bool {
        guard let wire, !isBroken else { return false }
        // An error here is a broken connection; what breaks the protocol is answered with a close frame by itself.
        taken = 0
        if canRead || !early.isEmpty, hasRoom(wire), wslay_event_recv(wire) != 0 { return false }
        guard !isBroken else { return false }
        fill(wire)
        if wslay_event_want_write(wire) != 0, wslay_event_send(wire) != 0 { return false }
        if end(wire), wslay_event_want_write(wire) != 0, wslay_event_send(wire) != 0 { return false }
        let wantsRead = wslay_event_want_read(wire) != 0 && hasRoom(wire)
        let wantsWrite = wslay_event_want_write(wire) != 0
        interest = []
        if wantsRead { interest.insert(.input) }
        if wantsWrite { interest.insert(.output) }
        return !isBroken && (wantsRead || wantsWrite)
    }

    /// Hands waiting messages over as long as few lie before the wire, so that the bound on them holds.
    private func fill(_ wire: wslay_event_context_ptr) {
        // Only as much as is sent soon: what is still here can be taken back.
        while hasRoom(wire), wslay_event_get_queued_msg_length(wire) < Self.bytes,
            let message = outbox.withLock({ $0.messages.isEmpty ? nil : $0.messages.removeFirst() })
        {
            message.withUnsafeBufferPointer { bytes in
                var frame = wslay_event_msg()
                frame.opcode = UInt8(WSLAY_TEXT_FRAME.rawValue)
                frame.msg = bytes.baseAddress
                frame.msg_length = bytes.count
                wslay_event_queue_msg(wire, &frame)
            }
        }
    }

    private func hasRoom(_ wire: wslay_event_context_ptr) -> Bool {
        wslay_event_get_queued_msg_count(wire) < Self.frames
    }

    /// Queues the close frame, which goes before whatever else is queued: once that is sent, or may not be sent any more.
    /// - Returns: whether it was queued.
    private func end(_ wire: wslay_event_context_ptr) -> Bool {
        let end = outbox.withLock { outbox in
            outbox.isRefused || outbox.messages.isEmpty && wslay_event_get_queued_msg_count(wire) == 0
                ? outbox.end : nil
        }
        guard let end, wslay_event_get_close_sent(wire) == 0, wslay_event_get_close_received(wire) == 0 else {
            return false
        }
        let reason = Array(end.reason.utf8.prefix(120))
        return wslay_event_queue_close(wire, end.code, reason, reason.count) == 0
    }

    /// Pings what is quiet and ends what is dead; on the loop's thread.
    func tick() {
        let now = ContinuousClock.now
        if let wire, wslay_event_get_close_sent(wire) != 0 {
            // The other side has some seconds to answer.
            closing = closing ?? now
            if let closing, now - closing > .seconds(Self.closeTimeout) {
                isBroken = true
                wake(self)
            }
            return
        }
        if let ending = outbox.withLock({ $0.ending }), now - ending > .seconds(Self.drainTimeout) {
            isBroken = true
            return wake(self)
        }
        if now - heard > .seconds(Self.patience) { return close(1001, "Nothing was heard for 300 s.") }
        if let wire, now - max(heard, pinged) >= .seconds(Self.beat), wslay_event_get_close_sent(wire) == 0 {
            pinged = now
            var frame = wslay_event_msg()
            frame.opcode = UInt8(WSLAY_PING.rawValue)
            wslay_event_queue_msg(wire, &frame)
            wake(self)
        }
        session.tick()
    }

    /// Gives the socket back; on the loop's thread, once.
    func shut() {
        outbox.withLock { outbox in
            outbox.isClosed = true
            outbox.messages = []
        }
        if let wire { wslay_event_context_free(wire) }
        wire = nil
        nj_mhd_upgrade_close(upgrade)
        session.closed()
    }
}
