/// Actions on their way to the owner of the bearer.
struct GATTOutbox: Sendable {
    private var actions: [GATTAction] = []
    private var next = 0
    /// Protocol data units that wait until the link is secured: the kernel takes none meanwhile.
    private var held: [[UInt8]]?

    mutating func append(_ action: GATTAction) { actions.append(action) }

    mutating func send(_ pdu: [UInt8]) {
        if held == nil { actions.append(.send(pdu)) } else { held?.append(pdu) }
    }

    /// Queues PDUs instead of sending them.
    mutating func holdBack() { held = held ?? [] }

    /// Sends what was queued and ends the queueing.
    mutating func letGo() {
        for pdu in held ?? [] { actions.append(.send(pdu)) }
        held = nil
    }

    /// The oldest action; keeps the storage of the queue, so that a value costs nothing here.
    mutating func popFirst() -> GATTAction? {
        guard next < actions.count else { return nil }
        let action = actions[next]
        next += 1
        if next == actions.count {
            actions.removeAll(keepingCapacity: true)
            next = 0
        }
        return action
    }
}
