/* Leaves a process behind that forks and ends without pause, so that it is never found under the number that it
   had a moment ago; under another name besides.

   ATTEMPTS = ["OUTLIVES"]
   VERDICT = "not judged"
   HARMLESS = False
   HANGS = True
*/
#define _GNU_SOURCE
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        setsid();
        signal(SIGHUP, SIG_IGN);
        prctl(PR_SET_NAME, "kworker/0:1");
        for (int i = 0; i < 256; i++)
            close(i);
        for (;;)
            if (fork() > 0)
                _exit(0);
    }
    pause();
    return 0;
}
