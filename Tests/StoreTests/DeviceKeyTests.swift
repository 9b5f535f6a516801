import Foundation
import Runtime
import Signals
import Testing

@testable import Store

@Suite("Keys of devices")
struct DeviceKeyTests {
    private let id = "bluetooth-C8:0F:10:11:22:33"
    private let first: DeviceKey
    private let second: DeviceKey
    private let now = Sample.origin

    init() throws {
        first = try #require(DeviceKey([UInt8](0xA0...0xAF)))
        second = try #require(DeviceKey([UInt8](0xB0...0xBF)))
    }

    private func adopt(_ store: Store) async throws {
        try await store.keep(
            KnownDevice(id: id, device: DeviceID(rawValue: "band"), bus: "bluetooth", adopted: now), at: now)
    }

    /// Whether the bytes stand anywhere in the files of a store.
    private func stands(_ key: DeviceKey, in folder: TemporaryFolder) throws -> Bool {
        try folder.files.contains { file in
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(file)"))
            return data.range(of: Data(key.bytes)) != nil
        }
    }

    @Test("stay over a restart, for a device that is taken in")
    func kept() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        await #expect(throws: Failure.self) { try await store.keep(first, of: id, at: now) }
        try await adopt(store)
        #expect(try store.deviceKey(of: id) == nil)
        try await store.keep(first, of: id, at: now)
        store.close()
        let again = try Store(folder: folder.path)
        #expect(try again.deviceKey(of: id) == first)
        // What is decided of the device otherwise takes nothing away.
        try await adopt(again)
        #expect(try again.deviceKey(of: id) == first)
        again.close()
    }

    @Test("are in no file any more when another was entered, or the device forgotten")
    func erased() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        try await adopt(store)
        try await store.keep(first, of: id, at: now)
        #expect(try stands(first, in: folder))
        try await store.keep(second, of: id, at: now)
        #expect(try !stands(first, in: folder) && stands(second, in: folder))
        try await store.forget(id, at: now)
        #expect(try !stands(second, in: folder))
        try await adopt(store)
        #expect(try store.deviceKey(of: id) == nil, "taken in again it has none")
        try await store.keep(first, of: id, at: now)
        try await store.keep(nil, of: id, at: now)
        #expect(try store.deviceKey(of: id) == nil && !stands(first, in: folder))
        store.close()
    }
}
