import Documents
import Runtime
import Signals
package import Store

/// Where backups are made, how often, and how many stay.
package struct BackupSchedule: Sendable {
    /// Where.
    package var folder: BackupFolder
    /// From one to the next, in seconds.
    package var seconds: Double
    /// How many of the newest stay.
    package var keep: Int

    /// Memberwise.
    package init(folder: BackupFolder, seconds: Double, keep: Int) {
        (self.folder, self.seconds, self.keep) = (folder, seconds, keep)
    }

    /// Between two attempts after one that failed, in seconds.
    static let patience = 3600.0

    /// Seconds until the next is due; 0 where it is. A backup from the future, as of a clock that was set back, says nothing.
    func wait(at now: Instant) -> Double {
        guard let last = folder.newestTime(at: now) else { return 0 }
        return max(0, seconds - now.seconds(since: last))
    }
}

extension Gateway {
    /// Makes backups when they are due until the task is cancelled; tells the owner of one that cannot be made, and tries again.
    func makeBackups(_ schedule: BackupSchedule) async {
        let clock = configuration.clock
        // Afterwards by time that passes: a clock that was set back makes no backups without end.
        var pause = schedule.wait(at: clock.now)
        while (try? await clock.wait(seconds: pause)) != nil {
            do {
                let backup = try Backup.make(of: configuration.folder, in: schedule.folder, at: clock.now)
                let removed = schedule.folder.removeAll(but: schedule.keep, after: backup)
                Log.info(
                    "A backup was made.",
                    ["backup": .string(backup.path), "removed": .string(removed.joined(separator: ", "))])
                alerts.resolve(.backupFailed)
                pause = schedule.seconds
            } catch is CancellationError {
                return
            } catch {
                let reason = (error as? Failure)?.message ?? "\(error)"
                configuration.report("No backup was made. \(reason)")
                alerts.raise(
                    .warning, .backupFailed, "No backup was made. \(Failure.telling(error))",
                    nextStep: "See that the backup folder can be written and has room; it is tried again by itself.")
                pause = min(BackupSchedule.patience, schedule.seconds)
            }
        }
    }
}
