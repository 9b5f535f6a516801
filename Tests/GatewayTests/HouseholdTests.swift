import Analysis
import Devices
import Signals
import Store
import Synchronization
import Testing

@testable import Gateway

@Suite("Who wears what")
struct HouseholdTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let household: Household
    private let band = DeviceID(rawValue: "test-1")
    private let noon = Bench.noon

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(folder: folder.path)
        household = try Household(store: store) {}
    }

    @Test("is asked by time, and one device is on one body at a time")
    func times() async throws {
        let (ada, bo) = (try await household.add("Ada"), try await household.add("  Bo   Li "))
        #expect(household.people.map(\.name) == ["Ada", "Bo Li"])
        try await household.wear(band, person: ada.id, since: noon)
        try await household.wear(band, person: bo.id, since: noon + 3600)
        #expect(household.wearer(of: band, at: noon + -1) == nil)
        #expect(household.wearer(of: band, at: noon + 3599) == ada)
        #expect(household.wearer(of: band, at: noon + 3600)?.name == "Bo Li")
        try await household.wear(band, person: nil, since: noon + 7200)
        #expect(household.wearer(of: band, at: noon + 7200) == nil)
        #expect(household.wearings(of: band).map(\.end) == [noon + 3600, noon + 7200])
    }

    @Test("can be corrected later, also in the middle, and what is corrected holds after reopening")
    func corrected() async throws {
        let (ada, bo) = (try await household.add("Ada"), try await household.add("Bo"))
        try await household.wear(band, person: ada.id, since: noon)
        try await household.correct(band, person: bo.id, from: noon + 100, to: noon + 200)
        let again = try Household(store: store) {}
        for household in [household, again] {
            let people = [99, 100, 199, 200].map { household.wearer(of: band, at: noon + $0)?.name }
            #expect(people == ["Ada", "Bo", "Bo", "Ada"])
            #expect(household.wearer(of: band, during: (noon + 90)..<(noon + 110))?.name == "Ada")
            #expect(household.wearer(of: band, during: (noon + 90)..<(noon + 130))?.name == "Bo")
            #expect(household.wearer(of: band, during: (noon + -90)..<noon) == nil)
        }
        try await household.correct(band, person: nil, from: noon + -10, to: noon + 1000)
        #expect(household.wearer(of: band, at: noon + 150) == nil && household.wearer(of: band, at: noon + 1000) == ada)
        await #expect(throws: Failure.self) { try await household.correct(band, person: bo.id, from: noon, to: noon) }
        await #expect(throws: Failure.self) { try await household.wear(band, person: .init(rawValue: 99), since: noon) }
        await #expect(throws: Failure.self) { try await household.add(" \n ") }
    }

    @Test("makes nobody the wearer of a night by an hour of it")
    func mostOfTheTime() async throws {
        let bo = try await household.add("Bo")
        try await household.correct(band, person: bo.id, from: noon + 80_000, to: nil)
        #expect(household.wearer(of: band, during: noon..<(noon + 86_400)) == nil)
        #expect(household.wearer(of: band, during: (noon + 79_000)..<(noon + 86_400)) == bo)
    }

    @Test("gives a number once, also when whoever had it is gone")
    func numbers() async throws {
        let (ada, bo) = (try await household.add("Ada"), try await household.add("Bo"))
        try await household.remove(bo.id)
        let cy = try await household.add("Cy")
        #expect(cy.id > bo.id && bo.id > ada.id)
        try await household.remove(cy.id)
        let again = try Household(store: store) {}
        #expect(try await again.add("Di").id > cy.id)
    }

    @Test("knows whose it is what somebody brought of a device, and takes no other word for it")
    func brought() async throws {
        let (ada, bo) = (try await household.add("Ada"), try await household.add("Bo"))
        let own = band.brought(by: bo.id)
        #expect(own != band && own.original == band && own.bringer == bo.id && band.bringer == nil)
        #expect(own.brought(by: ada.id).original == band && own.brought(by: nil) == band)
        try await household.wear(band, person: ada.id, since: noon)
        #expect(household.wearer(of: own, at: noon) == bo && household.wearer(of: band, at: noon) == ada)
        await #expect(throws: Failure.self) { try await household.wear(own, person: ada.id, since: noon) }
        // No file can write the mark.
        let forged = DeviceIdentity(maker: "test", model: "", serial: own.rawValue.replacing("test-", with: ""))
        #expect(forged.deviceID.bringer == nil)
        try await household.remove(bo.id)
        #expect(household.wearer(of: own, at: noon) == nil)
    }

    @Test("opens a store of before with what people were said to have worn by an upload, and keeps it theirs")
    func earlierClaims() async throws {
        let bo = try await household.add("Bo")
        // What an upload wrote until files were kept apart.
        try await store.correctWearing(of: band, person: bo.id, from: noon, to: noon + 86_400)
        let again = try Household(store: store) {}
        #expect(again.wearer(of: band, during: noon..<(noon + 86_400)) == bo)
    }

    @Test("takes the word of whoever asks for everybody where there are no accounts, and of each alone where there are")
    func consent() async throws {
        let (ada, bo) = (try await household.add("Ada"), try await household.add("Bo"))
        try await household.refuse(true, .rrInterval, of: nil, at: noon)
        for wearer in [nil, ada.id, bo.id] {
            #expect(Set(household.refused(by: wearer).keys.map(\.rawValue)) == ["rr_interval", "ecg", "ppg"])
        }
        // The first owner's word stands for nobody's devices from the first account on.
        household.owner.withLock { $0.find = { ada.id } }
        try await household.refuse(true, .light, of: bo.id, at: noon + 1)
        #expect(Set(household.refused(by: bo.id).keys) == [.light])
        #expect(
            household.refused(by: nil).keys.sorted { $0.rawValue < $1.rawValue }
                == household.refused(by: ada.id).keys
                .sorted { $0.rawValue < $1.rawValue })
        #expect(household.decides(nil, for: ada.id) && !household.decides(bo.id, for: nil))
    }

    @Test("asks for the first owner as often as there are samples, without going deeper each time")
    func asking() async throws {
        let ada = try await household.add("Ada")
        household.owner.withLock { $0.find = { ada.id } }
        for _ in 0..<400_000 where !household.decides(nil, for: ada.id) { Issue.record("the owner was forgotten") }
    }

    @Test("says what is missing because a wearer refused it, for as long as that one wore the device")
    func refusedStretches() async throws {
        let (ada, bo) = (try await household.add("Ada"), try await household.add("Bo"))
        household.owner.withLock { $0.find = { ada.id } }
        try await household.correct(band, person: ada.id, from: noon, to: noon + 1000)
        try await household.correct(band, person: bo.id, from: noon + 1000, to: nil)
        try await household.refuse(true, .heartRate, of: ada.id, at: noon + 600)
        try await household.refuse(true, .light, of: bo.id, at: noon + 1200)
        try await household.refuse(false, .light, of: bo.id, at: noon + 1500)
        let streams: Set<Channel> = [.heartRate, .rrInterval, .light, .acceleration]
        let losses = household.refused(streams, of: band, from: noon, to: noon + 3600)
        let told = losses.map { "\($0.channel?.rawValue ?? "") \($0.count) \($0.first == noon + 600) \($0.detail)" }
        #expect(
            told == [
                "heart_rate 400.0 true the wearer refuses it", "rr_interval 400.0 true the wearer refuses heart_rate",
                "light 300.0 false the wearer refuses it",
            ])
        #expect(household.refused([.acceleration], of: band, from: noon, to: noon + 3600).isEmpty)
        #expect(household.refused(streams, of: band, from: noon, to: noon).isEmpty)
        // Before anybody wore it it was the owner's, who said nothing then.
        #expect(household.refused(streams, of: band, from: noon + -600, to: noon).isEmpty)
    }

    @Test("brings the person's baseline to whatever device the person wears")
    func baselines() async throws {
        let ada = try await household.add("Ada")
        let other = DeviceID(rawValue: "test-2")
        let learned = LoadBaseline(
            heartRate: .init(center: 55, scale: 4, samples: 100), lnRMSSD: .init(center: 4, scale: 0.2, samples: 100),
            lnSDNN: .init(center: 4, scale: 0.2, samples: 100))
        try await household.keep(.typicalAdult, of: band, at: noon)
        try await household.wear(band, person: ada.id, since: noon)
        #expect(try household.baseline(of: band, at: noon) == nil)
        try await household.keep(learned, of: band, at: noon)
        try await household.wear(other, person: ada.id, since: noon)
        #expect(try household.baseline(of: other, at: noon) == learned)
        try await household.wear(band, person: nil, since: noon + 10)
        #expect(try household.baseline(of: band, at: noon + 10) == .typicalAdult)
    }

    @Test("forgets a person with all that was said of them, and what was measured stays")
    func removed() async throws {
        let ada = try await household.add("Ada")
        try await household.wear(band, person: ada.id, since: noon)
        try await household.keep(.typicalAdult, of: band, at: noon)
        try await household.rename(ada.id, to: "Ada L.")
        #expect(household.person(ada.id)?.name == "Ada L.")
        try await household.remove(ada.id)
        #expect(household.people.isEmpty && household.wearer(of: band, at: noon) == nil)
        #expect(try store.devices().map(\.id) == [band])
        await #expect(throws: Failure.self) { try await household.remove(ada.id) }
    }
}
