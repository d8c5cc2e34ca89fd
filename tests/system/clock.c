/* A clock that is behind. Preloaded into a program, it subtracts the hours in the file named by CLOCK_BEHIND from every
   reading of the real-time clock. Other clocks, such as the monotonic one, stay as they are. Compiled by tcc without any
   headers. */

#ifdef __aarch64__
#define READ_CLOCK 113
#else
#define READ_CLOCK 228
#endif
#define REALTIME 0
#define REALTIME_COARSE 5

struct span { long seconds, parts; };

long syscall(long number, ...);
int open(const char *path, int flags, ...);
long read(int file, void *into, unsigned long most);
int close(int file);
char *getenv(const char *name);

static long behind(void) {
    char text[32];
    long hours = 0;
    char *path = getenv("CLOCK_BEHIND");
    int file = path ? open(path, 0) : -1;
    if (file >= 0) {
        long length = read(file, text, sizeof text);
        for (long at = 0; at < length && text[at] >= '0' && text[at] <= '9'; at++) hours = 10 * hours + text[at] - '0';
        close(file);
    }
    return 3600 * hours;
}

int clock_gettime(int clock, struct span *now) {
    int failed = syscall(READ_CLOCK, clock, now);
    if (!failed && (clock == REALTIME || clock == REALTIME_COARSE)) now->seconds -= behind();
    return failed;
}

int gettimeofday(struct span *now, void *zone) {
    int failed = clock_gettime(REALTIME, now);
    now->parts /= 1000;
    return failed;
}

long time(long *now) {
    struct span read;
    clock_gettime(REALTIME, &read);
    if (now) *now = read.seconds;
    return read.seconds;
}
