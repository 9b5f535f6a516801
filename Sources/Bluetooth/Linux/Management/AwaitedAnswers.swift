/// The management commands whose answers are awaited, oldest first.
struct AwaitedAnswers {
    /// The caller's continuation.
    typealias Reply = CheckedContinuation<ManagementAnswer, Never>

    private struct Entry {
        var code: UInt16
        var index: UInt16
        var deadline: Duration
        var reply: Reply
    }

    private var entries: [Entry] = []

    mutating func add(_ command: ManagementPacket, until deadline: Duration, _ reply: Reply) {
        entries.append(Entry(code: command.code, index: command.index, deadline: deadline, reply: reply))
    }

    /// Takes out who awaits the answer to `code`; nil when nobody does.
    mutating func take(code: UInt16, index: UInt16) -> Reply? {
        guard let place = entries.firstIndex(where: { $0.code == code && $0.index == index }) else { return nil }
        return entries.remove(at: place).reply
    }

    /// Takes out everybody who waits for an adapter that has gone.
    mutating func takeAll(index: UInt16?) -> [Reply] {
        defer { entries.removeAll { index == nil || $0.index == index } }
        return entries.filter { index == nil || $0.index == index }.map(\.reply)
    }

    /// Removes the callers whose answer is overdue.
    mutating func takeLate(at now: Duration) -> [Reply] {
        defer { entries.removeAll { $0.deadline <= now } }
        return entries.filter { $0.deadline <= now }.map(\.reply)
    }

    var deadline: Duration? { entries.map(\.deadline).min() }
}

/// The kernel's answer to a command.
struct ManagementAnswer: Hashable, Sendable {
    var status: ManagementStatus
    var reply: [UInt8] = []
}
