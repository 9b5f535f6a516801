import Signals

/// The talk with an Axivity recorder without input or output: requests and bytes in, bytes and answers out.
///
/// One request is under way at a time, because the firmware keeps one half line of 128 bytes and drops what it cannot
/// send. A reply is known by its beginning, as the firmware itself knows commands; everything else that comes is counted
/// and passed over. A request that changes the recorder goes out only when `ID` was answered on this line and the
/// confirmation names that very recorder.
package struct AxivityLine: Sendable {
    /// What the caller is to do.
    package enum Action: Hashable, Sendable {
        /// Send these bytes and call ``expire(_:)`` when `seconds` have passed, unless the request is over by then.
        case send([UInt8], ticket: Int, seconds: Double)
        /// The reply to a request, as its lines.
        case reply([String], ticket: Int)
        /// A request failed.
        case fail(AxivityLineError, ticket: Int)
        /// A sample of the stream.
        case motion(AxivityMotion)
        /// Call ``rested()`` after so many seconds: a late reply must not be taken for that of the next request.
        case rest(seconds: Double)
    }

    /// Bytes of the longest line that is looked at; the firmware's own lines are shorter.
    package static let longestLine = 256
    private static let longestList = 512

    /// Lines that answered nothing and bytes of lines that were too long.
    package private(set) var ignored = 0
    /// The recorder's number; nil until it has stated it.
    package private(set) var number: UInt32?

    private struct Pending {
        var ticket: Int
        var request: AxivityRequest
    }

    private var waiting: [Pending] = []
    private var current: Pending?
    private var lines: [String] = []
    private var partial: [UInt8] = []
    private var isTooLong = false
    private var isResting = false
    private var isStreaming = false
    /// Whether the recorder repeats what it is sent, which some tool may have turned on.
    private var hasEcho = false
    private var echoIsDue = false
    private var nextTicket = 0
    private var actions: [Action] = []

    /// A line before its first request.
    package init() {}

    /// Returns the actions to perform and clears them.
    package mutating func takeActions() -> [Action] {
        defer { actions.removeAll(keepingCapacity: true) }
        return actions
    }

    /// Queues a request; the ticket returned identifies its reply.
    package mutating func submit(_ request: AxivityRequest) -> Int {
        nextTicket += 1
        waiting.append(Pending(ticket: nextTicket, request: request))
        advance()
        return nextTicket
    }

    /// Takes in bytes from the recorder.
    package mutating func receive(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == 0x0D || byte == 0x0A {
                endLine()
            } else if partial.count < Self.longestLine {
                partial.append(byte < 0x80 ? byte : UInt8(ascii: "?"))
            } else {
                isTooLong = true
                ignored += 1
            }
        }
    }

    /// The time of a request is up: it fails unless it has been answered.
    package mutating func expire(_ ticket: Int) {
        guard let pending = current, pending.ticket == ticket else { return }
        current = nil
        isResting = true
        actions.append(.fail(.silent(seconds: pending.request.seconds), ticket: ticket))
        actions.append(.rest(seconds: 0.5))
    }

    /// The rest after a request that was not answered is over.
    package mutating func rested() {
        isResting = false
        partial.removeAll(keepingCapacity: true)
        advance()
    }

    /// The line is closed: every request fails with this reason.
    package mutating func end(reason: String) {
        for pending in [current].compactMap(\.self) + waiting {
            actions.append(.fail(.ended(reason: reason), ticket: pending.ticket))
        }
        (current, waiting, isStreaming, isResting, number) = (nil, [], false, false, nil)
        partial.removeAll(keepingCapacity: true)
    }

    private mutating func advance() {
        while current == nil, !isResting, !waiting.isEmpty {
            let next = waiting.removeFirst()
            if let confirmed = next.request.confirmed, confirmed != number {
                actions.append(.fail(.notConfirmed(confirmed, recorder: number), ticket: next.ticket))
                continue
            }
            isStreaming = false
            lines.removeAll(keepingCapacity: true)
            echoIsDue = hasEcho
            actions.append(.send(next.request.bytes, ticket: next.ticket, seconds: next.request.seconds))
            if next.request.ending == .none {
                isStreaming = next.request.text == "STREAM"
                actions.append(.reply([], ticket: next.ticket))
            } else {
                current = next
            }
        }
    }

    private mutating func endLine() {
        defer {
            partial.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        guard !isTooLong, !partial.isEmpty else { return }
        let line = String(decoding: partial, as: UTF8.self)
        if isStreaming, let motion = AxivityMotion(line: line) { return actions.append(.motion(motion)) }
        guard let pending = current else {
            ignored += 1
            return
        }
        if isEcho(line, of: pending.request) { return }
        take(line, pending)
    }

    /// Whether `line` is what was just sent. `COMMIT` is also the end of its own reply, so there an echo is expected only
    /// from a recorder that is known to make them.
    private mutating func isEcho(_ line: String, of request: AxivityRequest) -> Bool {
        guard line == request.text, echoIsDue || request.ending != .exactly(line) else { return false }
        hasEcho = true
        echoIsDue = false
        return true
    }

    private mutating func take(_ line: String, _ pending: Pending) {
        if line.hasPrefix("ERROR:") {
            let reason = String(line.dropFirst(6).drop { $0 == " " })
            // What the recorder did not understand may have been said by somebody before us, or be its own words, which a
            // terminal sent back before it was set up.
            let unknown = "Unknown command: "
            if reason.hasPrefix(unknown), reason.dropFirst(unknown.count) != pending.request.text {
                return ignored += 1
            }
            return finish(.fail(.refused(reason), ticket: pending.ticket))
        }
        switch pending.request.ending {
        case .line(let beginnings):
            guard beginnings.contains(where: { line.hasPrefix($0) }) else { return ignored += 1 }
            lines.append(line)
        case .exactly(let last):
            guard line == last else { return }
            lines.append(line)
        case .list(let prefix):
            if line.hasPrefix(prefix), lines.count < Self.longestList { return lines.append(line) }
            guard line == "OK" else { return ignored += 1 }
        case .none: return
        }
        if let identity = lines.last.flatMap({ try? AxivityIdentity(line: $0) }) { number = identity.number }
        finish(.reply(lines, ticket: pending.ticket))
    }

    private mutating func finish(_ action: Action) {
        current = nil
        actions.append(action)
        advance()
    }
}

/// Why a request was not answered.
package enum AxivityLineError: Error, Hashable, Sendable {
    /// No matching reply came in time.
    case silent(seconds: Double)
    /// The recorder answered `ERROR:` with this text.
    case refused(String)
    /// The line was closed.
    case ended(reason: String)
    /// The request would change a recorder that nobody confirmed; nothing was sent.
    case notConfirmed(UInt32, recorder: UInt32?)
}
