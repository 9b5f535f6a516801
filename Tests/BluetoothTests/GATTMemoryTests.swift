import Testing

@testable import Bluetooth

struct GATTMemoryTests {
    private let hash = [UInt8](0..<16)

    @Test("A database that is kept comes back the same")
    func roundTrip() throws {
        for mark: GATTMemory.Mark in [.hash(hash), .firmware([0x33, 0x2E, 0xFF], handle: 54)] {
            let memory = GATTMemory(mark: mark, database: TablePeer.strapDatabase(hash: true, changes: true))
            #expect(GATTMemory(text: memory.text) == memory)
        }
    }

    @Test(
        "What was not kept by us is no memory",
        arguments: [
            "", "{}", "[]", "{\"hash\":\"00\"}", "{\"services\":[]}", "{\"hash\":\"0\",\"services\":[]}",
            "{\"hash\":\"00\",\"services\":[{\"uuid\":\"180D\",\"first\":9,\"last\":3,\"characteristics\":[]}]}",
            "{\"hash\":\"00\",\"services\":[{\"uuid\":\"?\",\"first\":1,\"last\":3,\"characteristics\":[]}]}",
            "{\"hash\":\"00\",\"services\":[{\"uuid\":\"180D\",\"first\":1,\"last\":70000,\"characteristics\":[]}]}",
        ])
    func foreign(text: String) { #expect(GATTMemory(text: Array(text.utf8)) == nil) }

    @Test(
        "What earlier versions kept is read, and written the same",
        arguments: [#""firmware":"332eff","firmwareHandle":54"#, #""hash":"0102""#])
    func kept(mark: String) throws {
        let text =
            "{" + mark + #","services":[{"uuid":"180D","first":1,"last":4,"characteristics":["#
            + #"{"uuid":"2A37","declaration":2,"value":3,"properties":16,"descriptors":[{"uuid":"2902","handle":4}]}]}]}"#
        let memory = try #require(GATTMemory(text: Array(text.utf8)))
        #expect(memory.database.services.first?.characteristics.first?.descriptors.first?.handle == 4)
        #expect(String(decoding: memory.text, as: UTF8.self) == text)
    }

    @Test("A peer whose hash is the same is not discovered again")
    func sameHash() throws {
        var peer = TablePeer.strap(hash: hash)
        var first = Bearer()
        first.serve(&peer)
        let memory = try #require(first.memory)
        #expect(memory.mark == .hash(hash))
        peer.asked = []
        var second = Bearer(memory: memory)
        second.serve(&peer)
        #expect(second.database == TablePeer.strapDatabase(hash: true))
        #expect(peer.asked == [bytes("02 f700"), bytes("08 0100 ffff 2a2b")])
    }

    @Test("A peer whose hash is another is discovered")
    func otherHash() throws {
        let memory = GATTMemory(mark: .hash([UInt8](repeating: 0, count: 16)), database: GATTDatabase())
        var peer = TablePeer.strap(hash: hash)
        var bearer = Bearer(memory: memory)
        bearer.serve(&peer)
        #expect(bearer.database == TablePeer.strapDatabase(hash: true))
        #expect(bearer.memory?.mark == .hash(hash))
    }

    /// A strap without hash, with a firmware revision at 43.
    private func firmware(_ revision: String, properties: GATTCharacteristic.Properties = .read) -> TablePeer {
        var database = TablePeer.strapDatabase()
        database.services.insert(
            GATTService(
                uuid: BluetoothUUID(0x180A), handles: 41...43,
                characteristics: [
                    .init(uuid: .firmwareRevision, declaration: 42, value: 43, properties: properties)
                ]), at: 3)
        return TablePeer(database, values: [43: Array(revision.utf8)])
    }

    @Test("Without a hash, the same firmware with the same services is not discovered again in detail")
    func sameFirmware() throws {
        var peer = firmware("3.2.7")
        var first = Bearer()
        first.serve(&peer)
        let memory = try #require(first.memory)
        #expect(memory.mark == .firmware(Array("3.2.7".utf8), handle: 43))
        peer.asked = []
        var second = Bearer(memory: memory)
        second.serve(&peer)
        #expect(second.database == first.database)
        #expect(!peer.asked.contains { $0.suffix(2) == [0x03, 0x28] })
    }

    @Test("Another firmware, or the same with other services, is discovered")
    func otherFirmware() throws {
        var peer = firmware("3.2.7")
        var first = Bearer()
        first.serve(&peer)
        var memory = try #require(first.memory)
        var newer = firmware("3.2.8", properties: [.read, .notify])
        var second = Bearer(memory: memory)
        second.serve(&newer)
        #expect(second.database != first.database)
        memory.database.services.removeFirst()
        var third = Bearer(memory: memory)
        third.serve(&peer)
        #expect(third.database == first.database)
    }

    @Test("A peer without hash and firmware leaves nothing to remember it by")
    func nothing() {
        var peer = TablePeer.strap()
        var bearer = Bearer()
        bearer.serve(&peer)
        #expect(bearer.database != nil && bearer.memory == nil)
    }
}
