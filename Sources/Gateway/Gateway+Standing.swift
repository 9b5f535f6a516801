package import Devices
import Runtime
import Signals
import Store

extension Gateway {
    /// Between two looks through the store, in seconds.
    private static let examinationInterval = 86_400.0

    /// Opens a gateway; where its store turns out to be damaged on the way, once more with what could be saved of it.
    /// - Throws: `Failure` when the store cannot be opened.
    package static func opened(
        _ configuration: Configuration, sources: [any DeviceSource] = [], finders: [any DeviceFinder] = []
    ) throws -> Gateway {
        do {
            return try Gateway(configuration, sources: sources, finders: finders)
        } catch let failure as Failure where failure.cause is StoreDamaged {
            configuration.report("The store is damaged: it is looked through and moved aside.")
            return try Gateway(configuration, sources: sources, finders: finders)
        }
    }

    /// Why the store is not as it should be and what to do; nil when all is well.
    package var storeTrouble: String? {
        let status = store.status
        if let problem = status.problem { return problem }
        if let loss = store.loss {
            return
                "\(loss.reason) Nobody from elsewhere is answered and nothing is recorded until its owner says here: "
                + "nightjar account recover"
        }
        if status.damage != nil {
            return
                "A part of the store is damaged. Restart the gateway: it moves the file aside and begins a new one with "
                + "what can be read."
        }
        return status.unfinished
    }

    /// The owner says that what was lost is lost: everybody is answered and streams are recorded again.
    /// - Throws: `Failure` with code `conflict` while nobody can sign in who could before, or when it cannot be kept.
    package func acceptLoss() async throws {
        try await store.acceptLoss()
        alerts.resolve(.storeDamaged)
    }

    /// Tells of what was lost, and looks through the store at the start and once a day until the task is cancelled.
    func examineStore() async {
        let clock = configuration.clock
        repeat {
            if let loss = store.loss { tell(loss.reason, nextStep: "Say: nightjar account recover") }
            do {
                if try store.examine(now: clock.now) != nil {
                    tell(
                        "A part of the store is damaged.", nextStep: "Restart the gateway; nightjar doctor tells more.")
                }
            } catch {
                configuration.report(error.message)
            }
        } while (try? await clock.wait(seconds: Self.examinationInterval)) != nil
    }

    private func tell(_ message: String, nextStep: String) {
        configuration.report("\(message) \(nextStep)")
        alerts.raise(.urgent, .storeDamaged, message, nextStep: nextStep)
    }
}
