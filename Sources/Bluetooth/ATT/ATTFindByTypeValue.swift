public import Signals

/// Asks for the handles of attributes of a type that have a value (3.4.3.3); finds services by their UUID.
public struct ATTFindByTypeValueRequest: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .findByTypeValueRequest }
    /// Where.
    public var handles: ClosedRange<UInt16>
    /// Their type, which is always a short one.
    public var type: UInt16
    /// Their value.
    public var value: [UInt8]

    /// A question about attributes of `type` with `value`.
    public init(handles: ClosedRange<UInt16>, type: UInt16, value: [UInt8]) {
        self.handles = handles
        self.type = type
        self.value = value
    }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        handles = try cursor.handles()
        type = try cursor.little()
        value = try cursor.rest()
    }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) {
        bytes.append(handles)
        bytes.append(little: type)
        bytes += value
    }
}

/// Answers with groups of handles (3.4.3.4).
public struct ATTFindByTypeValueResponse: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .findByTypeValueResponse }
    /// The handle of each attribute and the last of its group, in the order in which they came: one at least.
    public var groups: [ClosedRange<UInt16>]

    /// An answer with `groups`.
    public init(groups: [ClosedRange<UInt16>]) { self.groups = groups }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        groups = []
        groups.reserveCapacity(cursor.remaining / 4)
        repeat { groups.append(try cursor.handles()) } while cursor.remaining > 0
    }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) {
        for group in groups { bytes.append(group) }
    }
}
