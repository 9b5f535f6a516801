import Documents
import Foundation
import Glibc
import Runtime
import Signals
import Testing

@testable import Bluetooth

@Suite struct PairingsTests {
    private func key(_ last: UInt8, initiator: UInt8 = 0, value: UInt8 = 7) throws -> LongTermKey {
        let bytes = [last, 2, 3, 4, 5, 0xF6, 2, 2, initiator, 16, 0, 0] + [UInt8](repeating: 0, count: 8)
        var cursor = ByteCursor((bytes + [UInt8](repeating: value, count: 16)).span.bytes)
        return try LongTermKey(&cursor)
    }

    @Test("a new key takes the place of the device's older one of the same kind only")
    func replacing() throws {
        var pairings = Pairings()
        try pairings.add(key(1))
        try pairings.add(key(1, initiator: 1))
        try pairings.add(key(2))
        try pairings.add(key(1, value: 9))
        #expect(pairings.longTermKeys.count == 3)
        #expect(pairings.longTermKeys.last?.value == [UInt8](repeating: 9, count: 16))
    }

    @Test("what is kept in the folder is read back, readable by its owner only, per adapter")
    func folder() throws {
        let folder = KeyFolder(path: "\(temporary)/nightjar-keys-\(UInt64.random(in: 0...UInt64.max))")
        let adapter = BluetoothAddress(bits: 0x0011_2233_4455, kind: .public)
        #expect(try folder.read(adapter) == Pairings())
        var pairings = Pairings()
        try pairings.add(key(1))
        pairings.parameters[BluetoothAddress(bits: 0xF6F5_F4F3_F2F1, kind: .random)] = ConnectionParameters(
            minimumInterval: 80, maximumInterval: 160, latency: 0, timeout: 500)
        let identity = Array(pairings.longTermKeys[0].value)
        var cursor = ByteCursor(([1, 2, 3, 4, 5, 6, 1] + identity).span.bytes)
        try pairings.add(IdentityKey(&cursor), metAs: BluetoothAddress(bits: 0x4005_0403_0201, kind: .random))
        #expect(pairings.identities.count == 1)
        try folder.write(pairings.json.text, to: folder.file(of: adapter))
        #expect(try folder.read(adapter) == pairings)
        #expect(try folder.read(BluetoothAddress(bits: 1, kind: .public)) == Pairings())
        var status = stat()
        let file = "\(folder.path)/001122334455.json"
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        unlink(file)
        rmdir(folder.path)
    }

    @Test("a device that is forgotten leaves nothing behind under either of its addresses")
    func forgetting() throws {
        var pairings = Pairings()
        try pairings.add(key(1))
        try pairings.add(key(9))
        let lasting = try key(1).address
        let changing = BluetoothAddress(bits: 0x4005_0403_0201, kind: .random)
        pairings.identities[changing] = lasting
        #expect(pairings.metAs(lasting) == changing && pairings.metAs(changing) == nil)
        pairings.parameters[lasting] = ConnectionParameters(GATTLinkOptions())
        pairings.forget(changing)
        var rest = Pairings()
        try rest.add(key(9))
        #expect(pairings == rest)
    }

    @Test(
        "a file that cannot be read is set aside and not written over, and what is written is there once that is settled"
    )
    func setAside() async throws {
        let folder = KeyFolder(path: "\(temporary)/nightjar-keys-\(UInt64.random(in: 0...UInt64.max))")
        defer { removeFolder(folder.path) }
        let adapter = BluetoothAddress(bits: 0x0011_2233_4455, kind: .public)
        let file = folder.file(of: adapter)
        for number in 1...2 {
            try folder.write(Array("{ cut sho".utf8), to: file)
            let queue = KeyQueue(folder)
            #expect(await queue.pairings(of: adapter) == Pairings())
            #expect(access("\(file).unreadable\(number)", F_OK) == 0 && access(file, F_OK) != 0)
            var pairings = Pairings()
            try pairings.add(key(1))
            queue.keep(pairings, of: adapter)
            try await queue.settle()
            #expect(try folder.read(adapter) == pairings)
        }
        #expect(folder.adapters() == [adapter])
    }

    @Test("what could not be written is told to who waits for it, until it is written")
    func notWritten() async throws {
        let path = "\(temporary)/nightjar-keys-\(UInt64.random(in: 0...UInt64.max))"
        defer { removeFolder(path) }
        // A file where the folder should be.
        try KeyFolder(path: temporary).write([1], to: path)
        let adapter = BluetoothAddress(bits: 0x0011_2233_4455, kind: .public)
        let queue = KeyQueue(KeyFolder(path: path))
        try await queue.settle()
        queue.keep(Pairings(), of: adapter)
        await #expect(throws: Failure.self) { try await queue.settle() }
        unlink(path)
        queue.keep(Pairings(), of: adapter)
        try await queue.settle()
    }

    private func removeFolder(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }

    @Test("a damaged entry costs that entry only")
    func damaged() throws {
        var pairings = Pairings()
        try pairings.add(key(1))
        guard case .object(var members) = pairings.json, case .array(var keys)? = members["long_term_keys"] else {
            return
        }
        keys += [.object(["bytes": "0g"]), .object(["bytes": "00"]), .null, .object([:])]
        members["long_term_keys"] = .array(keys)
        #expect(try Pairings(.object(members)) == pairings)
        #expect(throws: DecodeError.self) { try Pairings(.null) }
    }

    private var temporary: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }
}
