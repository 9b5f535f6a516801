import Signals
import Store

/// Checks for the storage of nights.
extension Diagnostics {
    func clock() -> Finding {
        switch machine.clockIsSteered {
        case true?: .fine("clock", "This machine's clock is steered by a time server.")
        case nil: .notice("clock", "Whether the clock is right is not known here.", remedy: "timedatectl")
        case false?:
            .broken(
                "clock", "No time server steers this machine's clock; nights would be stamped with its errors.",
                remedy: "sudo timedatectl set-ntp true")
        }
    }

    /// Examines the whole store, also while another process has it open.
    func store() -> Finding {
        let examination = StoreExamination(path: machine.dataFolder, companions: ["token.key"])
        if let loss = examination.loss {
            return .broken(
                "store", "\(loss) Nobody is answered and nothing is recorded until its owner says so.",
                remedy: "nightjar account recover --data \(machine.dataFolder)")
        }
        guard examination.hasDatabase else { return .fine("store", "There is no store yet.") }
        do {
            guard let damage = try examination.run() else {
                guard examination.isInMemory else { return .fine("store", "The store is whole.") }
                return .notice(
                    "store", "The store is whole, and in memory: it is gone when the gateway or the machine stops.",
                    remedy: "nightjar serve --data DIR")
            }
            return .broken(
                "store", "The store is damaged (\(damage)). A restart moves it aside and saves what can be read.",
                remedy: "touch \(machine.dataFolder)/store.suspect && sudo systemctl restart nightjar")
        } catch {
            return .broken("store", error.message, remedy: "ls -l \(machine.dataFolder)")
        }
    }

    /// A night of a strap with acceleration is about 30 MB.
    func disk() -> Finding {
        guard let free = machine.freeBytes else {
            return .broken(
                "disk", "The folder \(machine.dataFolder) cannot be looked at.",
                remedy: "mkdir -p \(machine.dataFolder)")
        }
        let amount = free >= 10_000_000_000 ? "\(free / 1_000_000_000) GB" : "\(free / 1_000_000) MB"
        let remedy = "sudo apt-get clean && sudo journalctl --vacuum-size=100M"
        if free < 500_000_000 {
            return .broken(
                "disk", "Only \(amount) are free for \(machine.dataFolder); a night may not fit.", remedy: remedy)
        }
        if free < 5_000_000_000 {
            return .notice("disk", "\(amount) are free for \(machine.dataFolder).", remedy: remedy)
        }
        return .fine("disk", "\(amount) are free for \(machine.dataFolder).")
    }
}
