package import Signals

/// A block of up to sixty epochs that an AxLE band has kept (AxLE firmware documentation, block format 0 and 1).
package struct AxLEBlock: Hashable, Sendable {
    /// One epoch of a block.
    package struct Epoch: Hashable, Sendable {
        /// Battery charge in percent.
        package var battery: Int8
        /// Temperature in degrees Celsius.
        package var temperature: Int8
        /// How the band lay, as its own code, 0 ... 63.
        package var orientation: UInt8
        /// Steps, 0 ... 1023.
        package var steps: UInt16
        /// Mean of the filtered vector's length per second, as the sensor counts it.
        package var motion: UInt32
    }

    /// Bytes of one: twice as many digits on the wire.
    static let size = 512

    /// The block's number; the place in the ring is its remainder by 128.
    package var number: UInt16
    /// When the first epoch closed, in seconds of the band's clock.
    package var time: UInt32
    /// Seconds per epoch, 1 ... 65 535.
    package var epochLength: UInt16
    /// The block is still being filled: its checksum is not there yet.
    package var isActive: Bool
    /// The epochs.
    package var epochs: [Epoch]

    /// Reads a block.
    /// - Throws: `DecodeError` when bytes are missing, the checksum does not fit or the layout is not known.
    package init(_ bytes: [UInt8]) throws(DecodeError) {
        var cursor = ByteCursor(bytes.span.bytes)
        var sum: UInt16 = 0
        var last: UInt16 = 0
        for _ in 0..<(Self.size / 2) {
            last = try cursor.little(UInt16.self)
            sum &+= last
        }
        isActive = last == 0xFFFF
        guard isActive || sum == 0 else { throw DecodeError(.invalid("the checksum does not fit"), at: 510) }
        cursor = ByteCursor(bytes.span.bytes)
        number = try cursor.little(UInt16.self)
        let length = try cursor.little(UInt16.self)
        time = try cursor.little(UInt32.self)
        let format = try cursor.little(UInt16.self)
        guard format <= 1 else { throw DecodeError(.unsupported("block format \(format)"), at: 8) }
        epochLength = try cursor.little(UInt16.self)
        guard epochLength > 0 else { throw DecodeError(.invalid("epochs of 0 s"), at: 10) }
        try cursor.skip(18)
        epochs = []
        // Flash that was never written is all ones.
        for _ in 0..<(length == 0xFFFF ? 0 : min(60, Int(length) / 8)) { epochs.append(try Epoch(&cursor)) }
    }
}

extension AxLEBlock.Epoch {
    init(_ cursor: inout ByteCursor) throws(DecodeError) {
        battery = try cursor.little(Int8.self)
        temperature = try cursor.little(Int8.self)
        let packed = try cursor.little(UInt8.self)
        orientation = packed & 0x3F
        steps = UInt16(packed & 0xC0) << 2 | UInt16(try cursor.little(UInt8.self))
        motion = try cursor.little(UInt32.self)
    }
}
