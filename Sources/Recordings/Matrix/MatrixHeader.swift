import Signals

/// The fields before the first packet.
struct MatrixHeader {
    /// The offset of the signature.
    static let mark = 512
    /// The offset of the first packet.
    static let size = 524
    /// The signature at ``mark``.
    static let signature = Array("MDTC".utf8)

    /// What the wearer's software wrote in front; empty when it wrote nothing.
    let remarks: String
    /// Packets that the header promises; nil for a number that cannot be.
    let packets: Int?
    /// The largest acceleration, in g.
    let accelerationRange: Double
    /// The largest angular velocity, in degrees per second.
    let angularRange: Double

    /// Reads the header.
    /// - Throws: `Failure` when it is not there, or names no range.
    init(_ file: RecordingFile) throws {
        let head = try file.head(Self.size)
        var cursor = ByteCursor(head.span.bytes)
        do {
            let remarks = try cursor.array(Self.mark)
            guard try cursor.array(4) == Self.signature else { throw DecodeError(.mismatch("no MDTC"), at: Self.mark) }
            let count: UInt32 = try cursor.little()
            let acceleration: Int16 = try cursor.little()
            let angular: Int16 = try cursor.little()
            guard acceleration > 0, angular >= 0 else { throw DecodeError(.invalid("no range"), at: Self.mark + 8) }
            self.remarks = String(decoding: remarks.filter { (0x20..<0x7F).contains($0) }, as: UTF8.self).trimmed
            packets = count < 1 << 24 ? Int(count) : nil
            (accelerationRange, angularRange) = (Double(acceleration), Double(angular))
        } catch let error as DecodeError {
            throw Failure(.failed, "\(file.name) is no Matrix recording: \(error).")
        }
    }

    /// The header as every format tells it; `first` shows which sensors there are.
    func recordingHeader(_ first: MatrixPacket, zone: String) -> RecordingHeader {
        let rate = first.rate(of: first.accelerations)
        var channels = [
            RecordedChannel(
                .acceleration, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: rate,
                range: accelerationRange)
        ]
        if first.rotations > 0 {
            channels.append(
                RecordedChannel(
                    .angularVelocity, axes: ["x", "y", "z"], unit: .degreesPerSecond,
                    nominalRate: first.rate(of: first.rotations), range: angularRange))
        }
        if first.temperatures > 0 {
            channels.append(
                RecordedChannel(
                    .temperature, axes: ["body", "ambient"], unit: .celsius,
                    nominalRate: first.rate(of: first.temperatures)))
        }
        if first.heartRates > 0 { channels.append(RecordedChannel(.heartRate, axes: ["value"], unit: .perMinute)) }
        return RecordingHeader(
            format: Matrix.name, device: DeviceIdentity(maker: "Parmay", model: "Matrix", serial: ""),
            channels: channels,
            zone: zone, metadata: remarks.isEmpty ? ["clock": "UTC"] : ["clock": "UTC", "remarks": remarks])
    }
}
