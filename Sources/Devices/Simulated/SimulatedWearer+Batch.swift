package import Signals

extension SimulatedWearer {
    /// Sends everything in `interval` as fast as the machine can: demo nights and tests.
    package static func generate(_ interval: Range<Instant>, settings: Settings, into outlet: some DeviceOutlet) {
        var wearer = SimulatedWearer(settings, from: interval.lowerBound)
        wearer.run(until: interval.upperBound, into: outlet)
        wearer.finish(into: outlet)
    }

    /// The interval of the night that ends on `date`: noon to noon in local time.
    package static func night(_ date: CivilDate, zone: Zone) -> Range<Instant> {
        let end = zone.noon(of: date)
        return min(zone.noon(of: date.adding(days: -1)), end)..<end
    }

    /// The heart beats that there were in `interval` of usual days, whatever the sensor made of them: no artefacts,
    /// and also those during which the device lay on a table or had no link.
    package static func trueBeats(in interval: Range<Instant>, settings: Settings) -> [Beat] {
        var beats: [Beat] = []
        var time = interval.lowerBound
        while time < interval.upperBound {
            let plan = Self.plan(settings, at: time)
            guard let end = plan.end, end > time,
                var heart = WearerHeart(plan: plan, zone: settings.zone, seed: settings.seed)
            else { break }
            while let beat = heart.next(), beat.time < interval.upperBound {
                if beat.time >= interval.lowerBound, let truth = beat.truth {
                    beats.append(Beat(time: beat.time, rr: truth))
                }
            }
            time = end
        }
        return beats
    }

    /// Ends the session: what is held back is sent and the link is gone.
    package mutating func finish(into outlet: some DeviceOutlet) {
        regainLink(into: outlet)
        strap.disconnect(reason: "The synthetic wearer was stopped.", at: now, into: outlet)
    }
}
