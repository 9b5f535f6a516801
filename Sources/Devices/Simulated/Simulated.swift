package import Runtime
package import Signals

/// A live synthetic wearer: something to look at with no hardware. Always labelled synthetic.
package struct Simulated: DeviceSource {
    private let settings: SimulatedWearer.Settings
    private let clock: any HostClock
    private let origin: Instant
    private let preroll: Int

    /// A wearer that starts now, with quarter of an hour before it sent at once, so that baselines are there and the
    /// first states of load can be told within a minute.
    /// - Parameters:
    ///   - seed: which person.
    ///   - zone: where the wearer lives.
    ///   - hertz: acceleration samples per second.
    ///   - clock: the clock to live by.
    ///   - preroll: seconds before now that are sent at once.
    package init(
        seed: UInt64 = 1, zone: Zone = .utc, hertz: Double = 25, clock: any HostClock = WallClock(), preroll: Int = 900
    ) {
        self.clock = clock
        self.preroll = max(0, preroll)
        origin = clock.now
        settings = SimulatedWearer.Settings(
            seed: seed, zone: zone, hertz: hertz, routine: .showcase(origin: origin, preroll: self.preroll))
        device = SimulatedWearer.describe(settings)
    }

    /// The device, described for the gateway.
    package let device: DeviceDescription

    /// The wearer, without the part of the time before now that an earlier run has generated already.
    package func resuming(after last: Instant) -> any DeviceSource {
        // The last instant is known to some seconds only.
        let free = Int(min(max(clock.now.seconds(since: last) - 15, 0), 86_400))
        guard free < preroll else { return self }
        return Simulated(
            seed: settings.seed, zone: settings.zone, hertz: settings.hertz, clock: clock, preroll: free)
    }

    /// Streams until the task is cancelled.
    package func run(delivering outlet: any DeviceOutlet) async throws {
        outlet.deliver(.link(.connecting), at: clock.now)
        let start = origin.advanced(byNanoseconds: -Int64(preroll) * 1_000_000_000)
        var wearer = SimulatedWearer(settings, from: start)
        while true {
            let next = wearer.now.advanced(byNanoseconds: 1_000_000_000)
            try await clock.wait(until: next)
            await outlet.room()
            // Beyond the preroll a long hole means that the machine slept.
            if wearer.now >= origin, clock.now.seconds(since: wearer.now) > 60 {
                wearer.skip(to: clock.now, into: outlet)
            } else {
                wearer.advance(into: outlet)
            }
        }
    }

    /// Accepts a vibration; there is nothing to feel it.
    package func perform(_ command: DeviceCommand) async throws {}
}
