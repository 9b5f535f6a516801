import CWslay
import Runtime
import Synchronization

/// One WebSocket (RFC 6455): messages and closings are queued from any thread and sent by that of the sockets.
package final class WebSocket: @unchecked Sendable {  // `wire` and below belong to the loop's thread.
    /// Messages that may wait for the other side; further ones are dropped and counted.
    package static let queueLimit = 256
    /// Bytes of a message at most; a longer one ends the socket with 1009.
    static let longest: UInt64 = 1 << 20

    struct Outbox {
        var messages: [[UInt8]] = []
        var dropped = 0
        var end: (code: UInt16, reason: String)?
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
    var isBroken = false
    /// Seconds between pings, and without a byte before the other side is taken for dead.
    static let (beat, patience) = (30, 300)
    /// Seconds for the other side to answer a closing.
    static let closeTimeout = 5
    var closing: ContinuousClock.Instant?
    var heard = ContinuousClock.now
    var pinged = ContinuousClock.now
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
        close(4003, "The session has ended, or may do this no more; sign in again.")
    }

    /// Sends what is queued, then a close frame with this code and reason.
    package func close(_ code: UInt16, _ reason: String) {
        outbox.withLock { outbox in if outbox.end == nil { outbox.end = (code, reason) } }
        wake(self)
    }
}
