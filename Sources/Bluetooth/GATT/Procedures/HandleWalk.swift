/// The part of the handles that a discovery has not looked at yet. It only ever shrinks, whatever a peer answers, and
/// a peer cannot make it last longer than there are handles.
struct HandleWalk: Hashable, Sendable {
    /// The handles not yet covered; nil at the end.
    private(set) var rest: ClosedRange<UInt16>?

    init(_ handles: ClosedRange<UInt16>?) { rest = handles }

    /// Takes note that `handle` was answered.
    /// - Returns: Whether it lies where something was asked for and after all that was answered before.
    mutating func pass(_ handle: UInt16) -> Bool {
        guard let rest, rest.contains(handle) else { return false }
        self.rest = handle < rest.upperBound ? handle + 1...rest.upperBound : nil
        return true
    }

    /// Ends the walk: the server has no more.
    mutating func end() { rest = nil }

    /// Takes an answer that holds nothing of what was asked for.
    /// - Returns: What it means; nil when it is the end of the walk.
    mutating func end(with answer: ATTMessage) -> GATTStep? {
        guard case .errorResponse(let error) = answer else { return .strange }
        guard error.code == .attributeNotFound else { return .refused(error) }
        end()
        return nil
    }
}
