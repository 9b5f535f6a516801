import Runtime
package import Signals

/// Plays a real recording as its device would send it, at any speed.
package struct Replayed: DeviceSource {
    /// Where in time the recording is played.
    package enum Placement: Hashable, Sendable {
        /// At its own times.
        case original
        /// Shifted so that it begins when the replay starts.
        case now
        /// Shifted so that it begins at this instant.
        case at(Instant)
    }

    /// The speed of the replay.
    package enum Pace: Hashable, Sendable {
        /// Seconds of the recording in one second; 1 is as it was. Below 0.01 counts as 0.01.
        case times(Double)
        /// As fast as the outlet takes it.
        case unlimited

        func clock(from start: Instant) -> any HostClock {
            switch self {
            case .times(let speed):
                AcceleratedClock(origin: start, speed: max(0.01, speed)) ?? VirtualClock(start: start)
            case .unlimited: VirtualClock(start: start)
            }
        }
    }

    /// The device, described for the gateway.
    package let device: DeviceDescription
    private let recording: ReplayRecording
    private let placement: Placement
    private let pace: Pace

    /// A replay of `recording`.
    package init(_ recording: ReplayRecording, placement: Placement = .now, pace: Pace = .times(1)) {
        self.recording = recording
        self.placement = placement
        self.pace = pace
        device = Self.describe(recording)
    }

    /// Plays the recording once, to its end.
    package func run(delivering outlet: any DeviceOutlet) async throws {
        let start: Instant? =
            switch placement {
            case .original: nil
            case .now: WallClock().now
            case .at(let instant): instant
            }
        var player = try ReplayPlayer(recording, at: start)
        let clock = pace.clock(from: player.now)
        outlet.deliver(.link(.connecting), at: player.now)
        while !player.isFinished {
            try await clock.wait(until: player.now.advanced(byNanoseconds: 1_000_000_000))
            await outlet.room()
            player.advance(into: outlet)
        }
    }

    static func describe(_ recording: ReplayRecording) -> DeviceDescription {
        DeviceDescription(
            identity: recording.identity, name: recording.name,
            kind: recording.batches.isEmpty ? .heartRateStrap : recording.beats.isEmpty ? .recorder : .wristband,
            origin: .replayed, channels: recording.channels)
    }
}
