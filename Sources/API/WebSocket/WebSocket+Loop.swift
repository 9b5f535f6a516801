import CMicroHTTPD
import CWslay
import Glibc
import Runtime
import Synchronization

/// What the loop's thread does with a socket.
extension WebSocket {
    /// Receives and sends what can be; on the loop's thread.
    /// - Returns: False when the socket is done.
    func turn(canRead: Bool) -> Bool {
        guard let wire, !isBroken else { return false }
        // An error here is a broken connection; what breaks the protocol is answered with a close frame by itself.
        if canRead || !early.isEmpty, wslay_event_recv(wire) != 0 { return false }
        guard !isBroken else { return false }
        fill(wire)
        if wslay_event_want_write(wire) != 0, wslay_event_send(wire) != 0 { return false }
        let wantsRead = wslay_event_want_read(wire) != 0
        let wantsWrite = wslay_event_want_write(wire) != 0
        interest = []
        if wantsRead { interest.insert(.input) }
        if wantsWrite { interest.insert(.output) }
        return !isBroken && (wantsRead || wantsWrite)
    }

    /// Hands waiting messages over as long as few lie before the wire, so that the bound on them holds.
    private func fill(_ wire: wslay_event_context_ptr) {
        guard wslay_event_get_queued_msg_length(wire) < 64 << 10 else { return }
        let (messages, end) = outbox.withLock { outbox in
            defer { outbox.messages = [] }
            return (outbox.messages, outbox.end)
        }
        for message in messages {
            message.withUnsafeBufferPointer { bytes in
                var frame = wslay_event_msg()
                frame.opcode = UInt8(WSLAY_TEXT_FRAME.rawValue)
                frame.msg = bytes.baseAddress
                frame.msg_length = bytes.count
                wslay_event_queue_msg(wire, &frame)
            }
        }
        if let end, wslay_event_get_close_sent(wire) == 0 {
            let reason = Array(end.reason.utf8.prefix(120))
            wslay_event_queue_close(wire, end.code, reason, reason.count)
        }
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
