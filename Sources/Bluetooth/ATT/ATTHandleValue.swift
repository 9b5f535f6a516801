public import Signals

/// A value by itself (3.4.7.1).
public struct ATTNotification: ATTValuePDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .notification }
    /// Whose.
    public var handle: UInt16
    /// What.
    public var value: [UInt8]

    /// A value of `handle`.
    public init(handle: UInt16, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }
}

/// A value by itself that must be confirmed (3.4.7.2).
public struct ATTIndication: ATTValuePDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .indication }
    /// Whose.
    public var handle: UInt16
    /// What.
    public var value: [UInt8]

    /// A value of `handle`.
    public init(handle: UInt16, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }
}

/// Confirms an indication (3.4.7.3).
public struct ATTConfirmation: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .confirmation }

    /// It has arrived.
    public init() {}

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {}

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) {}
}

/// Several values by themselves, each whole (3.4.7.4).
public struct ATTMultipleNotification: ATTPDU {
    /// Its first byte.
    public static var opcode: ATTOpcode { .multipleNotification }
    /// The values in the order in which they came: one at least.
    public var values: [GATTHandleValue]

    /// Several values.
    public init(values: [GATTHandleValue]) { self.values = values }

    /// Decodes what follows the first byte.
    public init(parameters cursor: inout ByteCursor) throws(DecodeError) {
        values = []
        repeat {
            let handle = try cursor.little(UInt16.self)
            let length = Int(try cursor.little(UInt16.self))
            values.append(GATTHandleValue(handle: handle, value: try cursor.array(length)))
        } while cursor.remaining > 0
    }

    /// Appends what follows the first byte.
    public func appendParameters(to bytes: inout [UInt8]) {
        for value in values {
            bytes.append(little: value.handle)
            bytes.append(little: UInt16(clamping: value.value.count))
            bytes += value.value
        }
    }
}
