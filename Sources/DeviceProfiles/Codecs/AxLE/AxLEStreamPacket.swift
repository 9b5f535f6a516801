package import Signals

/// Half a second of acceleration from an AxLE band (AxLE firmware documentation, raw stream).
package struct AxLEStreamPacket: Hashable, Sendable {
    /// Bytes of one: twice as many digits on the wire.
    static let size = 158
    /// Samples in a packet.
    static let samples = 25

    /// The band's 32 768 Hz counter, of which 24 bits count: it rolls over each 512 s.
    package var counter: UInt32
    /// Battery voltage as raw reading of the converter.
    package var battery: UInt16
    /// Temperature in degrees Celsius.
    package var temperature: Float
    /// 25 samples of three axes as the sensor counts them.
    package var axes: [Int16]

    /// Reads a packet.
    /// - Throws: `DecodeError` when bytes are missing.
    package init(_ bytes: [UInt8]) throws(DecodeError) {
        var cursor = ByteCursor(bytes.span.bytes)
        counter = try cursor.little(UInt32.self) & 0xFF_FFFF
        battery = try cursor.little(UInt16.self)
        temperature = Float(try cursor.little(Int16.self)) / 4
        axes = []
        axes.reserveCapacity(3 * Self.samples)
        for _ in 0..<(3 * Self.samples) { axes.append(try cursor.little(Int16.self)) }
    }
}
