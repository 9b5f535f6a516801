import Signals

/// A peripheral at the other end of a link of the radio's thread.
struct RadioPeripheral: GATTPeripheral {
    let thread: RadioThread
    let token: UInt64
    let address: BluetoothAddress
    let transmissionUnit: Int
    let database: GATTDatabase

    func read(_ characteristic: GATTCharacteristic) async throws -> [UInt8] {
        guard case .value(let bytes) = try await thread.request(.read(handle: characteristic.value), on: token) else {
            return []
        }
        return bytes
    }

    func write(_ value: [UInt8], to characteristic: GATTCharacteristic, withResponse: Bool) async throws {
        let handle = characteristic.value
        _ = try await thread.request(
            withResponse ? .write(handle: handle, value) : .command(handle: handle, value), on: token)
    }

    func subscribe(to characteristic: GATTCharacteristic) async throws {
        try await configure(characteristic, characteristic.properties.contains(.notify) ? 0x01 : 0x02)
    }

    func unsubscribe(from characteristic: GATTCharacteristic) async throws {
        try await configure(characteristic, 0)
    }

    private func configure(_ characteristic: GATTCharacteristic, _ bits: UInt8) async throws {
        guard let handle = characteristic.configuration,
            !characteristic.properties.isDisjoint(with: [.notify, .indicate])
        else { throw Failure(.failed, "\(address): characteristic \(characteristic.uuid) is not sent by itself.") }
        _ = try await thread.request(.write(handle: handle, [bits, 0]), on: token)
    }

    func signalStrength() async -> Int? { await thread.signalStrength(of: token) }

    func disconnect() async { await thread.disconnect(token) }
}
