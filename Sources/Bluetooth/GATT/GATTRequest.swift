/// Something asked of a peer; carried out one after the other.
package enum GATTRequest: Hashable, Sendable {
    /// Reads a whole value, by Read Blob where one answer does not hold it; at most 512 bytes.
    case read(handle: UInt16)
    /// Writes a whole value and waits for the answer, by prepared writes where one request does not hold it; at most
    /// 512 bytes.
    case write(handle: UInt16, [UInt8])
    /// Writes a value and waits for nothing; at most the transmission unit less 3 bytes. Overtakes what waits.
    case command(handle: UInt16, [UInt8])
    /// Reads all values of one type in a range of handles.
    case values(of: BluetoothUUID, in: ClosedRange<UInt16>)
    /// Finds the primary services of this UUID.
    case services(BluetoothUUID)
}

/// The result of a request.
package enum GATTReply: Hashable, Sendable {
    /// It is done, and there is nothing to hand over.
    case done
    /// The transmission unit that is in force now, in bytes.
    case unit(Int)
    /// The value that was read.
    case value([UInt8])
    /// Values by handle, in order.
    case values([GATTHandleValue])
    /// Services in order of their handles, without their characteristics.
    case services([GATTService])
}

/// A value and the attribute that has it.
package struct GATTHandleValue: Hashable, Sendable {
    /// The handle of the attribute.
    package var handle: UInt16
    /// Its value.
    package var value: [UInt8]

    /// A value of the attribute `handle`.
    package init(handle: UInt16, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }
}

/// A request by number; none is given twice on one bearer.
package struct GATTRequestID: Hashable, Sendable {
    /// The number.
    package var rawValue: UInt64
}
