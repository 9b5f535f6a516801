import Bluetooth

/// A write with its placeholders filled in.
struct LinkWrite: Sendable {
    var characteristic: GATTCharacteristic
    var bytes: [UInt8]
    var withResponse: Bool
    /// Whether it may be sent in pieces: to a characteristic that stands for a serial line.
    var mayBeSplit = false

    func perform(_ peripheral: any GATTPeripheral) async throws {
        let most = max(1, peripheral.transmissionUnit - 3)
        guard mayBeSplit, bytes.count > most else {
            return try await peripheral.write(bytes, to: characteristic, withResponse: withResponse)
        }
        for start in stride(from: 0, to: bytes.count, by: most) {
            let piece = Array(bytes[start..<min(start + most, bytes.count)])
            try await peripheral.write(piece, to: characteristic, withResponse: withResponse)
        }
    }
}
