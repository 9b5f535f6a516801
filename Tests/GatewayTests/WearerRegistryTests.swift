import Analysis
import Devices
import Signals
import Store
import Synchronization
import Testing

@testable import Gateway

@Suite("Who wears what")
struct WearerRegistryTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let wearerRegistry: WearerRegistry
    private let band = DeviceID(rawValue: "test-1")
    private let noon = Bench.noon

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(folder: folder.path)
        wearerRegistry = try WearerRegistry(store: store) {}
    }

    @Test("is asked by time, and one device is on one body at a time")
    func times() async throws {
        let (ada, bo) = (try await wearerRegistry.add("Ada"), try await wearerRegistry.add("  Bo   Li "))
        #expect(wearerRegistry.people.map(\.name) == ["Ada", "Bo Li"])
        try await wearerRegistry.wear(band, person: ada.id, since: noon)
        try await wearerRegistry.wear(band, person: bo.id, since: noon + 3600)
        #expect(wearerRegistry.wearer(of: band, at: noon + -1) == nil)
        #expect(wearerRegistry.wearer(of: band, at: noon + 3599) == ada)
        #expect(wearerRegistry.wearer(of: band, at: noon + 3600)?.name == "Bo Li")
        try await wearerRegistry.wear(band, person: nil, since: noon + 7200)
        #expect(wearerRegistry.wearer(of: band, at: noon + 7200) == nil)
        #expect(wearerRegistry.wearings(of: band).map(\.end) == [noon + 3600, noon + 7200])
    }

    @Test("can be corrected later, also in the middle, and what is corrected holds after reopening")
    func corrected() async throws {
        let (ada, bo) = (try await wearerRegistry.add("Ada"), try await wearerRegistry.add("Bo"))
        try await wearerRegistry.wear(band, person: ada.id, since: noon)
        try await wearerRegistry.correct(band, person: bo.id, from: noon + 100, to: noon + 200)
        let again = try WearerRegistry(store: store) {}
        for wearerRegistry in [wearerRegistry, again] {
            let people = [99, 100, 199, 200].map { wearerRegistry.wearer(of: band, at: noon + $0)?.name }
            #expect(people == ["Ada", "Bo", "Bo", "Ada"])
            #expect(wearerRegistry.wearer(of: band, during: (noon + 90)..<(noon + 110))?.name == "Ada")
            #expect(wearerRegistry.wearer(of: band, during: (noon + 90)..<(noon + 130))?.name == "Bo")
            #expect(wearerRegistry.wearer(of: band, during: (noon + -90)..<noon) == nil)
        }
        try await wearerRegistry.correct(band, person: nil, from: noon + -10, to: noon + 1000)
        #expect(
            wearerRegistry.wearer(of: band, at: noon + 150) == nil
                && wearerRegistry.wearer(of: band, at: noon + 1000) == ada)
        await #expect(throws: Failure.self) {
            try await wearerRegistry.correct(band, person: bo.id, from: noon, to: noon)
        }
        await #expect(throws: Failure.self) {
            try await wearerRegistry.wear(band, person: .init(rawValue: 99), since: noon)
        }
        await #expect(throws: Failure.self) { try await wearerRegistry.add(" \n ") }
    }

    @Test("takes in nothing more of times in which somebody wore a device who was deleted")
    func erased() async throws {
        let (ada, bo) = (try await wearerRegistry.add("Ada"), try await wearerRegistry.add("Bo"))
        try await wearerRegistry.wear(band, person: ada.id, since: noon)
        try await wearerRegistry.wear(band, person: bo.id, since: noon + 3600)
        let (worn, all) = (noon..<(noon + 3600), (noon + -60)..<(noon + 7200))
        #expect(wearerRegistry.withheld(.heartRate, of: band, in: all).isEmpty)
        _ = try store.erase(Erasure(person: ada.id, worn: [(band, worn)], recordings: []))
        wearerRegistry.accountsChanged()
        for wearerRegistry in [wearerRegistry, try WearerRegistry(store: store) {}] {
            #expect(wearerRegistry.withheld(.heartRate, of: band, in: all) == [worn])
            #expect(wearerRegistry.withheld(.heartRate, of: band, in: (noon + 3600)..<(noon + 7200)).isEmpty)
            #expect(wearerRegistry.withheld(.heartRate, of: DeviceID(rawValue: "test-2"), in: all).isEmpty)
        }
    }

    @Test("enters a name once, however many ask for it at a time")
    func name() async throws {
        let found = try await withThrowingTaskGroup(of: Person.self) { group in
            for name in ["Anna", "anna", " Anna ", "ANNA"] {
                group.addTask { [wearerRegistry] in try await wearerRegistry.findOrAdd(name) }
            }
            return try await group.reduce(into: Set<Person.ID>()) { $0.insert($1.id) }
        }
        #expect(found.count == 1 && wearerRegistry.people.count == 1)
        _ = try await wearerRegistry.add("Anna")
        await #expect(throws: Failure.self) { _ = try await wearerRegistry.findOrAdd("Anna") }
    }

    @Test("makes nobody the wearer of a night by an hour of it")
    func mostOfTheTime() async throws {
        let bo = try await wearerRegistry.add("Bo")
        try await wearerRegistry.correct(band, person: bo.id, from: noon + 80_000, to: nil)
        #expect(wearerRegistry.wearer(of: band, during: noon..<(noon + 86_400)) == nil)
        #expect(wearerRegistry.wearer(of: band, during: (noon + 79_000)..<(noon + 86_400)) == bo)
    }

    @Test("gives a number once, also when whoever had it is gone")
    func numbers() async throws {
        let (ada, bo) = (try await wearerRegistry.add("Ada"), try await wearerRegistry.add("Bo"))
        try await wearerRegistry.remove(bo.id)
        let cy = try await wearerRegistry.add("Cy")
        #expect(cy.id > bo.id && bo.id > ada.id)
        try await wearerRegistry.remove(cy.id)
        let again = try WearerRegistry(store: store) {}
        #expect(try await again.add("Di").id > cy.id)
    }

    @Test("knows whose it is what somebody brought of a device, and takes no other word for it")
    func brought() async throws {
        let (ada, bo) = (try await wearerRegistry.add("Ada"), try await wearerRegistry.add("Bo"))
        let own = band.brought(by: bo.id)
        #expect(own != band && own.original == band && own.importer == bo.id && band.importer == nil)
        #expect(own.brought(by: ada.id).original == band && own.brought(by: nil) == band)
        try await wearerRegistry.wear(band, person: ada.id, since: noon)
        #expect(wearerRegistry.wearer(of: own, at: noon) == bo && wearerRegistry.wearer(of: band, at: noon) == ada)
        await #expect(throws: Failure.self) { try await wearerRegistry.wear(own, person: ada.id, since: noon) }
        // No file can write the mark.
        let forged = DeviceIdentity(maker: "test", model: "", serial: own.rawValue.replacing("test-", with: ""))
        #expect(forged.deviceID.importer == nil)
        try await wearerRegistry.remove(bo.id)
        #expect(wearerRegistry.wearer(of: own, at: noon) == nil)
    }

    @Test("opens a store of before with what people were said to have worn by an upload, and keeps it theirs")
    func earlierClaims() async throws {
        let bo = try await wearerRegistry.add("Bo")
        // What an upload wrote until files were kept apart.
        try await store.correctWearing(of: band, person: bo.id, from: noon, to: noon + 86_400)
        let again = try WearerRegistry(store: store) {}
        #expect(again.wearer(of: band, during: noon..<(noon + 86_400)) == bo)
    }

    @Test("takes the word of whoever asks for everybody where there are no accounts, and of each alone where there are")
    func consent() async throws {
        let (ada, bo) = (try await wearerRegistry.add("Ada"), try await wearerRegistry.add("Bo"))
        try await wearerRegistry.refuse(true, .rrInterval, of: nil, at: noon)
        for wearer in [nil, ada.id, bo.id] {
            #expect(Set(wearerRegistry.refused(by: wearer).keys.map(\.rawValue)) == ["rr_interval", "ecg", "ppg"])
        }
        // The first owner's word stands for nobody's devices from the first account on.
        wearerRegistry.owner.withLock { $0.find = { ada.id } }
        try await wearerRegistry.refuse(true, .light, of: bo.id, at: noon + 1)
        #expect(Set(wearerRegistry.refused(by: bo.id).keys) == [.light])
        #expect(
            wearerRegistry.refused(by: nil).keys.sorted { $0.rawValue < $1.rawValue }
                == wearerRegistry.refused(by: ada.id).keys
                .sorted { $0.rawValue < $1.rawValue })
        #expect(wearerRegistry.decides(nil, for: ada.id) && !wearerRegistry.decides(bo.id, for: nil))
    }

    @Test("asks for the first owner as often as there are samples, without going deeper each time")
    func asking() async throws {
        let ada = try await wearerRegistry.add("Ada")
        wearerRegistry.owner.withLock { $0.find = { ada.id } }
        for _ in 0..<400_000 where !wearerRegistry.decides(nil, for: ada.id) { Issue.record("the owner was forgotten") }
    }

    @Test("says what is missing because a wearer refused it, for as long as that one wore the device")
    func refusedStretches() async throws {
        let (ada, bo) = (try await wearerRegistry.add("Ada"), try await wearerRegistry.add("Bo"))
        wearerRegistry.owner.withLock { $0.find = { ada.id } }
        try await wearerRegistry.correct(band, person: ada.id, from: noon, to: noon + 1000)
        try await wearerRegistry.correct(band, person: bo.id, from: noon + 1000, to: nil)
        try await wearerRegistry.refuse(true, .heartRate, of: ada.id, at: noon + 600)
        try await wearerRegistry.refuse(true, .light, of: bo.id, at: noon + 1200)
        try await wearerRegistry.refuse(false, .light, of: bo.id, at: noon + 1500)
        let streams: Set<Channel> = [.heartRate, .rrInterval, .light, .acceleration]
        let losses = wearerRegistry.refused(streams, of: band, from: noon, to: noon + 3600)
        let told = losses.map { "\($0.channel?.rawValue ?? "") \($0.count) \($0.first == noon + 600) \($0.detail)" }
        #expect(
            told == [
                "heart_rate 400.0 true the wearer refuses it", "rr_interval 400.0 true the wearer refuses heart_rate",
                "light 300.0 false the wearer refuses it",
            ])
        #expect(wearerRegistry.refused([.acceleration], of: band, from: noon, to: noon + 3600).isEmpty)
        #expect(wearerRegistry.refused(streams, of: band, from: noon, to: noon).isEmpty)
        // Before anybody wore it it was the owner's, who said nothing then.
        #expect(wearerRegistry.refused(streams, of: band, from: noon + -600, to: noon).isEmpty)
    }

    @Test("brings the person's baseline to whatever device the person wears")
    func baselines() async throws {
        let ada = try await wearerRegistry.add("Ada")
        let other = DeviceID(rawValue: "test-2")
        let learned = LoadBaseline(
            heartRate: .init(center: 55, scale: 4, samples: 100), lnRMSSD: .init(center: 4, scale: 0.2, samples: 100),
            lnSDNN: .init(center: 4, scale: 0.2, samples: 100))
        try await wearerRegistry.keep(.typicalAdult, of: band, at: noon)
        try await wearerRegistry.wear(band, person: ada.id, since: noon)
        #expect(try wearerRegistry.baseline(of: band, at: noon) == nil)
        try await wearerRegistry.keep(learned, of: band, at: noon)
        try await wearerRegistry.wear(other, person: ada.id, since: noon)
        #expect(try wearerRegistry.baseline(of: other, at: noon) == learned)
        try await wearerRegistry.wear(band, person: nil, since: noon + 10)
        #expect(try wearerRegistry.baseline(of: band, at: noon + 10) == .typicalAdult)
    }

    @Test("forgets a person with all that was said of them, and what was measured stays")
    func removed() async throws {
        let ada = try await wearerRegistry.add("Ada")
        try await wearerRegistry.wear(band, person: ada.id, since: noon)
        try await wearerRegistry.keep(.typicalAdult, of: band, at: noon)
        try await wearerRegistry.rename(ada.id, to: "Ada L.")
        #expect(wearerRegistry.person(ada.id)?.name == "Ada L.")
        try await wearerRegistry.remove(ada.id)
        #expect(wearerRegistry.people.isEmpty && wearerRegistry.wearer(of: band, at: noon) == nil)
        #expect(try store.devices().map(\.id) == [band])
        await #expect(throws: Failure.self) { try await wearerRegistry.remove(ada.id) }
    }
}
