import Bluetooth
import DeviceProfiles
import Testing

@testable import nightjar

@Suite struct ProfileDraftTests {
    @Test("what an unknown device said becomes a profile that decodes it, byte by byte")
    func draft() throws {
        let database = GATTDatabase(services: [
            GATTService(
                uuid: BluetoothUUID(0x180D), handles: 1...5,
                characteristics: [
                    GATTCharacteristic(
                        uuid: BluetoothUUID(0x2A37), declaration: 2, value: 3, properties: .notify)
                ])
        ])
        let draft = ProfileDraft(
            name: "Strap 1234", database: database,
            heard: [3: ValueRun(values: [[6, 60], [22, 60, 17, 4]], seconds: [0, 1])])
        #expect(draft.frames == 1)
        let inspection = ProfileInspection.inspect(
            [.init(file: "draft", bytes: Array(draft.text.utf8))], library: ProfileLibrary(folders: []))[0]
        #expect(inspection.problems == [] && inspection.isUsable)
        #expect(inspection.trials.count == 2)
        #expect(inspection.profile?.id == "captured.strap-1234")
        let library = ProfileLibrary(profiles: [try #require(inspection.profile)])
        #expect(!library.matches(.bluetooth(.init(name: "Strap 9"))).isEmpty)
    }

    @Test("any name gives an identifier", arguments: [("Ünï 5*", "captured.n-5"), ("", "captured.device")])
    func identifier(name: String, identifier: String) {
        #expect(ProfileDraft.identifier(name) == identifier)
    }
}
