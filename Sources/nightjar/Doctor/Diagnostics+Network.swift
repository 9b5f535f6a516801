import Accounts
import Runtime
import Signals

extension Diagnostics {
    /// Whether other machines can reach the gateway, and whether they may.
    func network() -> Finding {
        let settings = LANSettings(dataFolder: machine.dataFolder)
        guard let address = settings.address else {
            return .fine("network", "Only this machine can reach the gateway.")
        }
        guard let end = try? settings.certificate().end else {
            return .broken("network", "The certificate for \(address) cannot be read.", remedy: "nightjar lan on")
        }
        let days = Int(end.seconds(since: WallClock().now) / 86_400)
        guard days > 0 else {
            return .broken("network", "The certificate for \(address) has ended.", remedy: "nightjar lan on")
        }
        guard days > 30 else {
            return .notice("network", "The certificate for \(address) ends in \(days) days.", remedy: "nightjar lan on")
        }
        return .fine("network", "People who sign in reach the gateway at \(address), as \(LANSettings.usualName).")
    }
}
