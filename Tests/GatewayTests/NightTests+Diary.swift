import Analysis
import Signals
import Store
import Testing

@testable import Gateway

extension NightTests {
    private func subject() throws -> HealthSubject { try gateway.subject(nil, of: nil, .everything) }

    @Test(
        "a diary sets sleep and lights-out, also of a later score, until a person corrects the night or it is taken out"
    )
    func diary() async throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
        try await wear(window, devices[0])
        let scored = try #require(try gateway.score(devices[0], window))
        try await gateway.store.flush()
        let found = try #require(scored.sleepPeriod)
        var said = DiaryNight(window.date, zone: zone.name)
        said.lightsOut = found.lowerBound.advanced(bySeconds: -1200)
        said.asleep = found.lowerBound.advanced(bySeconds: 600)
        said.awake = found.upperBound.advanced(bySeconds: -600)
        try await gateway.write(said, to: subject(), by: nil)
        let period = try #require(said.asleep)..<(try #require(said.awake))
        func check() throws {
            let view = try gateway.night(window.date)
            #expect(view.night.sleepPeriod == period && view.night.periodMethod == NightBounds.diaryMethod)
            #expect(view.words.lightsOut.time == said.lightsOut && view.words.lightsOut.source == .diary)
            let diary = try #require(view.words.diary)
            #expect(diary.isPeriod && diary.isLightsOut && diary.reason == nil && diary.entry.night == said)
            #expect(view.night.measures.sleepOnsetLatency.value.map { $0 >= 20 } == true)
            let listed = try #require(try gateway.nights(from: window.date, to: window.date).first?.night)
            #expect(listed.totalSleepTime == view.night.measures.totalSleepTime.value)
            #expect(listed.sleepEfficiency == view.night.measures.sleepEfficiency.value)
        }
        try check()
        var newer = scored
        newer.scoringMethod.version += 1
        newer.sleepPeriod = found.lowerBound.advanced(bySeconds: -900)..<found.upperBound
        gateway.store.append([newer], device: devices[0])
        try await gateway.store.flush()
        try check()
        // A person's word on this night goes before the diary, which still says when the lights went out.
        let corrected = found.lowerBound.advanced(bySeconds: 3600)..<found.upperBound
        try await gateway.edit(window.date, bounds: NightBounds(sleepPeriod: corrected))
        let view = try gateway.night(window.date)
        #expect(view.night.sleepPeriod == corrected && view.words.diary?.isPeriod == false)
        #expect(view.words.lightsOut.source == .diary && view.words.diary?.reason != nil)
        try await gateway.edit(window.date, bounds: nil, lightsOut: found.lowerBound.advanced(bySeconds: -300))
        #expect(try gateway.night(window.date).words.lightsOut.source == .person)
        try await gateway.edit(window.date, bounds: nil)
        try check()
        try await gateway.removeDiary(window.date, of: subject())
        #expect(try gateway.night(window.date).night.sleepPeriod == newer.sleepPeriod)
        #expect(try gateway.night(window.date).words.diary == nil)
    }

    @Test("who only said when the lights went out leaves the sleep to the diary")
    func lightsOutAlone() async throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
        try await wear(window, devices[0])
        let found = try #require(try gateway.score(devices[0], window)?.sleepPeriod)
        try await gateway.store.flush()
        var said = DiaryNight(window.date, zone: zone.name)
        said.lightsOut = found.lowerBound.advanced(bySeconds: -1200)
        said.awake = found.upperBound.advanced(bySeconds: -600)
        try await gateway.write(said, to: subject(), by: nil)
        let dark = found.lowerBound.advanced(bySeconds: -300)
        try await gateway.edit(window.date, bounds: nil, lightsOut: dark)
        let view = try gateway.night(window.date)
        #expect(view.night.sleepPeriod == found.lowerBound..<found.upperBound.advanced(bySeconds: -600))
        #expect(view.words.lightsOut.time == dark && view.words.lightsOut.source == .person)
        #expect(view.words.diary?.isPeriod == true && view.words.diary?.isLightsOut == false && view.edit != nil)
    }

    @Test("a diary without falling asleep leaves that as it was found, and one that does not fit changes nothing")
    func partOfADiary() async throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
        try await wear(window, devices[0])
        let found = try #require(try gateway.score(devices[0], window)?.sleepPeriod)
        try await gateway.store.flush()
        var said = DiaryNight(window.date, zone: zone.name)
        said.lightsOut = found.lowerBound.advanced(bySeconds: -1800)
        said.awake = found.upperBound.advanced(bySeconds: -1800)
        try await gateway.write(said, to: subject(), by: nil)
        let view = try gateway.night(window.date)
        #expect(view.night.sleepPeriod == found.lowerBound..<found.upperBound.advanced(bySeconds: -1800))
        #expect(view.words.lightsOut.time == said.lightsOut)
        // Lights-out alone moves a beginning that was found before it.
        said.awake = nil
        said.lightsOut = found.lowerBound.advanced(bySeconds: 1800)
        try await gateway.write(said, to: subject(), by: nil)
        let later = try gateway.night(window.date)
        #expect(later.night.sleepPeriod == found.lowerBound.advanced(bySeconds: 1800)..<found.upperBound)
        #expect(later.words.lightsOut.time == said.lightsOut)
        // Nothing of what does not fit is shown as what is known.
        said.awake = window.interval.upperBound.advanced(bySeconds: 7200)
        try await gateway.write(said, to: subject(), by: nil)
        let long = try gateway.night(window.date)
        #expect(long.night.sleepPeriod == found && long.words.diary?.isLightsOut == false)
        #expect(long.words.lightsOut.source != .diary && long.words.diary?.reason?.contains("does not fit") == true)
        said.lightsOut = nil
        said.asleep = window.interval.upperBound.advanced(bySeconds: 3600)
        said.awake = window.interval.upperBound.advanced(bySeconds: 7200)
        try await gateway.write(said, to: subject(), by: nil)
        let unfit = try gateway.night(window.date)
        #expect(unfit.night.sleepPeriod == found && unfit.words.diary?.reason?.contains("does not fit") == true)
    }

    @Test("of two who wear a device each the diary of one says nothing of the other's night")
    func twoDiaries() async throws {
        try #require(devices.count > 1)
        let window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
        let (first, last) = (window.interval.lowerBound, window.interval.upperBound)
        var found: [Range<Instant>?] = []
        var people: [Person] = []
        for (device, name) in zip(devices, ["Ada", "Ben"]) {
            try await wear(window, device)
            found.append(try gateway.score(device, window)?.sleepPeriod)
            people.append(try await gateway.wearerRegistry.add(name))
            try await gateway.wearerRegistry.correct(device, person: people[people.count - 1].id, from: first, to: last)
        }
        try await gateway.store.flush()
        let ben = try gateway.subject(people[1].id, of: nil, .everything)
        let period = try #require(found[1])
        var said = DiaryNight(window.date, zone: zone.name)
        said.lightsOut = period.lowerBound.advanced(bySeconds: -600)
        said.awake = period.upperBound.advanced(bySeconds: -900)
        try await gateway.write(said, to: ben, by: nil)
        let (own, other) = (
            try gateway.night(window.date, device: devices[1]), try gateway.night(window.date, device: devices[0])
        )
        #expect(own.words.diary?.isPeriod == true && own.night.sleepPeriod?.upperBound == said.awake)
        #expect(other.words.diary == nil && other.night.sleepPeriod == found[0])
        let ada = try gateway.subject(people[0].id, of: nil, .everything)
        #expect(try gateway.diary(of: ada, from: window.date, to: window.date).isEmpty)
        let listed = try gateway.nights(from: window.date, to: window.date, .everything, NightSelection(isAll: true))
        #expect(Set(listed.map(\.night.totalSleepTime)).count == 2)
    }

    @Test("the usual of a heart figure is the median of the nights before, of the same person, each night once")
    func usual() async throws {
        let last = try #require(CivilDate("2026-07-06"))
        for (index, rate) in [50.0, 54, 58, 62, 66, 70, 90].enumerated() {
            let window = NightWindow(endingOn: last.adding(days: index - 6), in: zone)
            try await wear(window, devices[0])
            _ = try gateway.score(devices[0], window)
            let minutes = stride(
                from: 0.0, to: window.interval.upperBound.seconds(since: window.interval.lowerBound), by: 60)
            gateway.store.append(
                minutes.map { second in
                    Epoch(
                        start: window.interval.lowerBound.advanced(bySeconds: second), seconds: 60,
                        heart: .init(beats: 0, rate: rate))
                }, device: devices[0])
            try await gateway.store.flush()
        }
        let view = try gateway.night(last)
        let mean = try #require(view.usualHeart[.mean])
        #expect(mean.nights == 6 && mean.median == 60)
        #expect(view.heart.figures[.mean]?.value == 90)
        // Fewer than five nights before are no usual.
        #expect(try gateway.night(last.adding(days: -2)).usualHeart.isEmpty)
        // Nights of somebody else do not count.
        let other = try await gateway.wearerRegistry.add("Ben")
        let noon = NightWindow(endingOn: last.adding(days: -4), in: zone).interval
        try await gateway.wearerRegistry.correct(
            devices[0], person: other.id, from: noon.lowerBound, to: noon.upperBound)
        let without = try #require(try gateway.night(last).usualHeart[.mean])
        #expect(without.nights == 5 && without.median == 62)
    }
}
