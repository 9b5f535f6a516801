/// Who uses the handle of a claim: it is given back when it was closed and nobody uses it any more, and never before.
struct USBHandleUse {
    /// nil once it was taken to be given back; an integer because a pointer is not `Sendable`.
    private var handle: UInt?
    private var users = 0
    private(set) var isClosing = false

    init(_ handle: UInt) { self.handle = handle }

    /// The handle for a call or a transfer, which says ``end()`` when it has ended; nil when it was closed.
    mutating func begin() -> UInt? {
        guard !isClosing, let handle else { return nil }
        users += 1
        return handle
    }

    /// A use of the handle has ended.
    mutating func end() { users -= 1 }

    /// No new use may begin from now on.
    mutating func close() { isClosing = true }

    /// The handle, once, when it is to be given back; nil while it is used.
    mutating func take() -> UInt? {
        guard isClosing, users == 0 else { return nil }
        defer { handle = nil }
        return handle
    }
}
