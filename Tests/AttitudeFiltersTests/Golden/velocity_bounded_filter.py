"""NumPy transcription of TheDefaultFilter.md: the other side of the tests in this folder. Written from the equations, independent of the Swift code: 9 axes, constant interval,
no silence of the gyroscope or the accelerometer; a magnetometer row that is not finite is skipped. f = F(dt); f.update(gyro, accel, mag) for each sample; f.q is level from body,
f.delta the heading offset, f.b bias, f.s scale, f.v velocity, f.P covariance, f.tau lag, f.h hard iron, f.S velocity density.
usage: velocity_bounded_filter.py FILE.csv    writes the attitudes of its rows that have some (columns 10 to 13, w x y z, ENU from body) again, at 100 Hz
       velocity_bounded_filter.py TRIAL.hdf5 STEP OUT.csv    writes every STEPth attitude of a BROAD recording
"""
import numpy as np, math
D=math.pi/180; g0=9.81
def qm(a,b): return np.array([a[0]*b[0]-a[1]*b[1]-a[2]*b[2]-a[3]*b[3],a[0]*b[1]+a[1]*b[0]+a[2]*b[3]-a[3]*b[2],a[0]*b[2]-a[1]*b[3]+a[2]*b[0]+a[3]*b[1],a[0]*b[3]+a[1]*b[2]-a[2]*b[1]+a[3]*b[0]])
def Rm(q):
    w,x,y,z=q; return np.array([[1-2*(y*y+z*z),2*(x*y-w*z),2*(x*z+w*y)],[2*(x*y+w*z),1-2*(x*x+z*z),2*(y*z-w*x)],[2*(x*z-w*y),2*(y*z+w*x),1-2*(x*x+y*y)]])
def Exp(r):
    n=math.sqrt(r@r); 
    return np.array([1,*(r/2)]) if n<1e-9 else np.array([math.cos(n/2),*(math.sin(n/2)/n*r)])
def up(a):
    a=a/np.linalg.norm(a); w2=(a[2]+1)/2
    if w2<1e-10: return np.array([0,1.,0,0])
    w=math.sqrt(w2); return np.array([w,.5*a[1]/w,-.5*a[0]/w,0])
nz=lambda q:q*(1.5-.5*(q@q))
wrap=lambda a:(a+math.pi)%(2*math.pi)-math.pi
class F:
    def __init__(s,dt):
        s.dt=dt; s.S=.25; s.Ss=1.; s.w2=s.wh2=s.Mb=s.Vb=0; s.a=np.zeros(2); s.q=None; s.delta=0; s.b=np.zeros(3); s.s=np.zeros(3); s.P=np.zeros((11,11)); s.P[3:6,3:6]=np.eye(3)*D**2; s.P[6:9,6:9]=np.eye(3)*.006**2
        s.ang=s.el=0; s.reset(); s.clear(); s.thp=np.zeros(3); s.trest=0; s.rest=False; s.minit=s.ready=False; s.tm=0; s.W=0; s.tref=s.tc=s.ta=s.yb=0; s.zc=s.hc=0
        s.I=s.J=s.tau=0; s.G=np.zeros((3,3)); s.g=np.zeros(3); s.h=np.zeros(3); s.E0=s.E1=s.th_=0; s.hon=False
        s.pa=np.zeros(3); s.ax=0; s.pg=np.zeros(3); s.gx=0; s.cf=0; s.jr=0; s.fr=1.; s.nj=0; s.tmg=0; s.su2=(10*D/3)**2; s.f1=np.zeros(3); s.still=s.closed=0; s.stand=False; s.wbar=.5
    def zero(s,I):
        for i in I: s.P[i,:]=0; s.P[:,i]=0
    def reset(s):
        s.zero((0,1,9,10)); s.P[0,0]=s.P[1,1]=(2*D)**2; s.P[9,9]=s.P[10,10]=.25; s.v=np.zeros(2); s.vb=np.zeros(2); s.f=np.array([0,0,g0]); s.tal=0; s.u=np.zeros(3); s.H=[]; s.lp=None; s.hp=None; s.d2f=0; s.a=np.zeros(2); s.forget()
    def forget(s): s.ft=None; s.turn=False
    def clear(s): s.T=s.Ta=s.W2=s.Tc=s.Tg=0; s.A=np.zeros((3,3)); s.B=np.zeros((3,3)); s.dv=np.zeros(3); s.m=np.zeros(3); s.nm=0
    def update(s,gy,ac,mg):
        dt=s.dt
        if s.q is None: s.q=up(ac); s.gl=gy.copy(); s.al=ac.copy()
        if not s.minit and np.isfinite(mg).all(): m=Rm(s.q)@mg; s.delta=math.atan2(m[0],m[1]); s.z0=m[2]; s.h0=math.hypot(m[0],m[1]); s.minit=True
        k=dt/(.5+dt); s.gl+=k*(gy-s.gl); s.al+=k*(ac-s.al)
        if np.linalg.norm(gy-s.gl)>=2*D or np.linalg.norm(ac-s.al)>=.5 or (abs(s.gl)>10*D).any(): s.trest=0; s.rest=False
        else: s.trest+=dt; s.rest=s.trest>=1.5
        s.gx=max(s.gx,abs(gy).max()); s.Tg+=dt*bool(((gy==s.pg)&(abs(gy)>240*D)&(abs(gy)>=.95*s.gx)).any()); s.pg=gy.copy()
        th=(gy-s.b)*(1-s.s)*dt; c=th+np.cross(s.thp,th)/12; s.thp=th; s.q=nz(qm(s.q,Exp(c))); R=Rm(s.q)
        s.T+=dt; s.W2+=th@th/dt; s.A+=R*dt; s.B+=R*th; s.Ta+=dt; s.ax=max(s.ax,abs(ac).max()); s.Tc+=dt*bool(((ac==s.pa)&(abs(ac)>1.5*g0)&(abs(ac)>=.95*s.ax)).any()); s.pa=ac.copy(); s.dv+=R@ac*dt; s.m,s.nm=(s.m+R@mg,s.nm+1) if np.isfinite(mg).all() else (s.m,s.nm)
        if s.T>=max(.05,min(4*dt,.1))-dt/2: s.step(); s.clear()
    def scal(s,x,j,y,R):
        S=s.P[j,j]+R; K=s.P[:,j]/S; x+=K*(y-x[j]); s.P-=np.outer(K,s.P[j,:].copy())
    def step(s):
        T=s.T; P=s.P; s.dv*=T/s.Ta
        if s.nm: s.tmg=0; s.m=s.m/s.nm
        else:
            s.tmg+=T
            if s.tmg>.3: s.H=[]; s.lp=s.hp=None; s.forget()
        if s.tal>=2 and s.nm: s.field()
        s.follow()
        if s.tal<2:
            s.tal+=T; s.u+=s.dv; c=up(s.u); s.q=nz(qm(c,s.q)); s.m=Rm(c)@s.m; s.u=np.array([0,0,np.linalg.norm(s.u)]); s.mag(None) if s.nm else 0; return
        if s.nm: s.jump()
        s.cf+=T/(1+T)*(s.Tc/T-s.cf); s.f+=T/(1+T)*(s.dv/T-s.f); en=(np.linalg.norm(s.f)-g0)/g0; kap=1+(en/.1)**2
        if s.f[0]**2+s.f[1]**2>s.f[2]*abs(s.f[2]) and abs(en)<.25 and s.cf<.05:
            p=P[2,2]; s.q=nz(qm(up(s.f),s.q)); s.reset(); s.zero((2,)); P[2,2]=p+(40*D)**2; P[0,0]+=(6*D)**2; P[1,1]+=(6*D)**2; return
        s.v+=s.dv[:2]
        F1=np.eye(11); F1[9,1]=g0*T; F1[10,0]=-g0*T; F2=np.eye(11); F2[:3,3:6]=-s.A; F2[:3,6:9]=-s.B
        P[:]=F2@F1@P@F1.T@F2.T
        for i in range(3): P[i,i]+=(.02*D)**2*T+.002**2*.3*s.W2+.01*s.Tg*s.gx**2
        for i in range(3,6):
            if P[i,i]<D**2: P[i,i]+=(.02*D)**2*T+.0002**2*s.W2
        for i in range(6,9):
            if P[i,i]<.006**2: P[i,i]+=1e-8*T
        qv=.02**2+.15**2*max(0,s.S-.25); P[9,9]+=qv*T+400*s.Tc*T; P[10,10]+=qv*T+400*s.Tc*T
        if not s.ready: s.zero((2,))
        elif P[2,2]>math.pi**2: s.zero((2,)); P[2,2]=math.pi**2
        x=np.zeros(11); s.judge(); s.bounded(x,kap)
        if s.stand:
            for i in range(3): s.scal(x,3+i,s.gl[i]-s.b[i],(.1*D)**2/T)
            R=(.1*D)**2/T; s.su2=s.su2*R/(s.su2+R)
        if s.nm: s.mag(x)
        r=np.array([x[0],x[1],0]); s.H=[(m+np.cross(r,m),f+np.cross(r,f)) for m,f in s.H]
        s.q=nz(qm(Exp(np.array([x[0],x[1],0])),s.q)); s.delta=wrap(s.delta+x[2]); s.b=np.clip(s.b+x[3:6],-10*D,10*D); s.s=np.clip(s.s+x[6:9],-.05,.05); s.s-=(s.s-np.clip(s.s,-.024,.024))*T/30; s.v+=x[9:]; s.a+=g0*np.array([x[1],-x[0]])
    def judge(s):                       # is it rest, or a slow steady turn?
        T=s.T; u=Rm(s.q)[2]; g=min(s.su2+(.01*D)**2*T,max(s.su2,(.4*D)**2)); s.su2=g if s.trest>0 else min(g,D**2)
        still=s.trest>=.75 and (s.al-s.f1)@(s.al-s.f1)<=.15**2; s.still=s.still+T if still else 0
        if not still: s.f1=s.al.copy()
        standing=s.rest and s.still>=.3 and not s.turn; w=u@s.gl; b=u@s.b; d=s.gl-s.b; d2=(w-b)**2; is_open=d2<9*(s.su2+.5*max(0,d@d-d2)+(.2*D)**2)
        s.closed=s.closed+T if standing and not is_open else 0; believed=standing and s.closed>(2 if abs(w)<abs(b) else 60); refuted=s.stand and s.turn; s.stand=(standing and is_open) or believed
        if believed or refuted: s.su2=w*w if refuted else d2; s.P[3:6,3:6]+=s.su2*np.outer(u,u)
    def follow(s):                      # does the field turn in the body as the gyroscope says?
        R=Rm(s.q); u=R[2]; s.el+=s.T; s.ang+=u@s.gl*s.T
        if not s.nm: return
        m=R.T@s.m; T=s.el; s.el=0
        if s.ft is None or s.trest==0: s.ft=[m,m]; s.ang=0; s.turn=False; return
        a=s.ft[0]+T/(.5+T)*(m-s.ft[0]); b=s.ft[1]+T/(5+T)*(a-s.ft[1]); s.ft=[a,b]; s.ang*=5/(5+T)
        z=u@np.cross(b,a); c=b@a-(u@b)*(u@a); s.turn=abs(z)>.02*c and abs(z+s.ang*c)<.7*abs(z)
    def bounded(s,x,kap):               # 3.4: the velocity is zero on average, with a density that is learned
        T=s.T; P=s.P; s.vb+=T/(.5+T)*(s.v-s.vb); M=s.vb@s.vb/2; Pv=(P[9,9]+P[10,10])/2; wh=s.B.sum(1)[:2]/T; s.w2+=T/(3+T)*(s.W2/T-s.w2); s.wh2+=T/(3+T)*(wh@wh-s.wh2)
        r=np.linalg.norm(s.f)+s.f[2]-2*g0; w=min(1,1/(1+math.exp(min(30,max(-30,r/.1))))*(.5+min(1,s.w2/(140*D)**2)))
        s.a+=T/(15+T)*(s.dv[:2]/T-s.a); c=min(1,(.8**2/max(s.a@s.a,1e-9))**2); s.wbar+=T/(10+T)*(w-s.wbar); tr=min(1,max(0,(.25-s.wbar)/.05))
        s.Mb+=T/(10+T)*(M-s.Mb); s.Vb+=T/(10+T)*(s.v@s.v/2-s.Vb); ph=min(1,max(0,(s.Mb/max(s.Vb,1e-9)-.3)/.5))*max(0,1-s.w2/(120*D)**2)
        lo=1e-4 if s.stand else .25; e=(7+30*ph)*M/kap*(1-w); k=T/((.5 if s.stand and e<s.Ss else 10)+T); s.Ss=min(max(s.Ss+k*(e-s.Ss),lo),6+200*tr); s.S=max(max(c,tr)*s.Ss,lo+(0 if s.stand else .5*ph))
        X=kap*s.S+Pv
        s.io=1-max(c,tr)
        for i in range(3,6): P[i,i]+=((.05*D)**2*min(1,s.S-lo)+(.15*D)**2*s.io)*T
        if M>X:
            for i in range(3): P[i,i]+=T*min(.25,1.25*w*(M-X)/(kap*(g0*1.2)**2*1.2))
        for k in range(2): s.partial(x,9+k,-s.v[k],kap*s.S/T)
    def partial(s,x,j,y,R):             # SCALAR that moves the gyroscope's parameters less than the tilt: the velocity of a carrier is coloured
        u=Rm(s.q)[2]; h=s.P[:,j].copy(); S=h[j]+R; a=h.copy(); z=(s.wh2/(60*D)**2)**2
        k=.2+.8*s.io; a[3:6]=k*h[3:6]-k/2*(u@h[3:6])*u; a[6:9]*=z/(1+z)
        x+=a*((y-x[j])/S); s.P-=(np.outer(a,h)+np.outer(h,a)-np.outer(a,a))/S
    def field(s):                       # lag and hard iron
        T=s.T; Ab=s.A/T; wm=min(1,math.sqrt(s.W2/T)/(20*D))
        hh=Ab@s.h if s.hon else np.zeros(3); m=s.m-hh; L=np.cross(s.B.sum(1)/T,m)
        if s.lp is None: s.lp=[m.copy(),L.copy()]
        s.lp[0]+=T/(.5+T)*(m-s.lp[0]); s.lp[1]+=T/(.5+T)*(L-s.lp[1]); Y=m-s.lp[0]; X=L-s.lp[1]; n2=s.lp[0]@s.lp[0]; r=Y-s.tau*X
        w=T/(.01*n2*(1+(r@r)/(.01*n2))); f=1-wm*T/300; s.I=f*s.I+w*(X@X); s.J=f*s.J+w*(X@Y); s.tau=min(max(s.J/(s.I+2500),0),.05)
        m=m-s.tau*L; c=m+hh
        if s.hp is None: s.hp=[c.copy(),Ab.copy()]
        s.hp[0]+=T/(1+T)*(c-s.hp[0]); s.hp[1]+=T/(1+T)*(Ab-s.hp[1]); Y=c-s.hp[0]; X=Ab-s.hp[1]; r=Y-X@s.h; e0=Y@Y; e1=r@r
        k=wm*T/(6+T); s.E0+=k*(e0-s.E0); s.E1+=k*(e1-s.E1)
        w=T/(.01*n2*(1+min(e0,e1)/(.04*n2))); f=1-wm*T/30; s.G=f*s.G+w*X.T@X; s.g=f*s.g+w*X.T@Y
        V=np.linalg.inv(s.G+np.eye(3)*4/n2); s.h=V@s.g; s.th_+=wm*T
        on=s.E0>s.E1 if s.hon else (s.th_>5 and V.diagonal().max()<.0625*n2 and s.E1<.01*n2 and s.E0>4*s.E1)
        if on!=s.hon:
            s.hon=on; m=c-(Ab@s.h if on else 0); s.H=[]; s.lp=None; s.forget(); s.hc=s.tc=s.d2f=s.yb=0; s.tref=min(s.tref,5)
        s.m=m
    def jump(s):                        # rotation that the gyro did not see
        T=s.T; P=s.P; m=s.m; f=s.dv/T
        if len(s.H)>=4:
            m1=s.H[-1][0]; m3,f3=s.H[-3]; m4=s.H[-4][0]; n1=m@m; n3=m3@m3; c=(m@m3)/math.sqrt(n1*n3); a2=2*(1-c) if c>.7 else math.acos(max(c,-1))**2
            A2=(10*D)**2+4*s.W2/T*(1/(s.I+2500)+.003**2)
            j=s.ready and abs(math.sqrt(n1/n3)-1)<.08 and (math.hypot(m3[0],m3[1])-s.h0)**2+(m3[2]-s.z0)**2<(.3*s.h0)**2
            j=j and (m-m1)@(m-m1)<.09*a2*n1 and (m3-m4)@(m3-m4)<.09*a2*n1 and a2>A2 and a2>25*s.jr
            s.jr+=T/(5+T)*(min(a2,(10*D)**2)-s.jr); d0=(f-f3)@(f-f3)
            if not j: s.fr+=T/(5+T)*(d0-s.fr)
            else:
                w=math.sqrt(max((1+c)/2,1e-6)); e=np.array([w,*(np.cross(m,m3)*.5/w/math.sqrt(n1*n3))]); e/=np.linalg.norm(e); C=Rm(e)
                l=(d0-(C@f-f3)@(C@f-f3))/(2*s.fr); dps=math.atan2(m[0]*m3[1]-m[1]*m3[0],m[0]*m3[0]+m[1]*m3[1]); s2=min(a2,(90*D)**2)
                if l>=-2:
                    s.nj+=1
                    if l>-.5: s.q=nz(qm(e,s.q)); s.m=C@m; s.dv=C@s.dv; u=m3/math.sqrt(n3); P[:3,:3]+=s2*np.outer(u,u)+(8*D)**2*np.eye(3)
                    else: P[:3,:3]+=s2/2*np.eye(3)
                    P[2,2]+=dps**2; s.zero((9,10)); P[9,9]=P[10,10]=.25; s.v=np.zeros(2); s.vb=np.zeros(2); s.f=np.array([0,0,g0]); s.d2f=0; s.yb=0; s.lp=s.hp=None; s.H=[]; s.a=np.zeros(2); s.forget()
        s.H=(s.H+[(s.m.copy(),s.dv/T)])[-4:]
    def mag(s,x):
        P=s.P;T=s.T; m=s.m; mh=math.hypot(m[0],m[1]); mz=m[2]
        if mh<=1e-3*abs(mz): return
        psi=math.atan2(m[0],m[1])
        if not s.minit: s.minit=True; s.delta=psi; s.z0=mz; s.h0=mh
        t2=(P[0,0]+P[1,1])/2*(1+(mz/mh)**2)
        if not s.ready:
            s.tm+=T; k=max(T/s.tm,.1); s.delta=wrap(s.delta+k*wrap(psi-s.delta)); s.z0+=k*(mz-s.z0); s.h0+=k*(mh-s.h0)
            if s.tal>=2: s.ready=True; s.zero((2,)); P[2,2]=(5*D)**2+s.d2f+(P[0,0]+P[1,1])/2*(1+(s.z0/s.h0)**2); s.W=1e-3
            return
        if s.tal<2 or x is None: return
        y=wrap(psi-s.delta); d2=((mz-s.z0)**2+(mh-s.h0)**2)/s.h0**2; kd=T/(.3+T); s.d2f+=(d2-s.d2f)*(min(1,5*kd) if d2>s.d2f else kd)
        wm=min(1,math.sqrt(s.W2/T)/(20*D)); wt=1/(1+t2/(5*D)**2); wr=wt/(1+d2/.04); s.tref=min(60,s.tref+wm*wr*T)
        if s.stand: wr*=.1
        if s.W<60: s.W+=wt*T
        k=min(1,max(wr*T/(60+T),(wt if s.W<5 else wr)*T/s.W)); s.z0+=k*(mz-s.z0); s.h0+=k*(mh-s.h0)
        if s.hc>0 and (mz-s.zc)**2+(mh-s.hc)**2<(.4*s.hc)**2:
            s.ta+=T; k=T/(min(s.ta,10)+T); s.zc+=k*(mz-s.zc); s.hc+=k*(mh-s.hc); s.tc+=wm*wt*T
            if s.tc>=max(s.tref,3) and math.hypot(s.zc-s.z0,s.hc-s.h0)>.2*s.h0: s.z0,s.h0=s.zc,s.hc; s.W=60; d2=s.d2f=0; s.tref=s.tc; s.tc=0; P[2,2]+=(20*D)**2
        else: s.zc,s.hc=mz,mh; s.tc=s.ta=0
        Dd=max(d2,s.d2f); R=((5*D)**2+Dd+t2**2)*4/T*(50 if s.stand else 1)
        if not s.stand:
            a=Dd/(5*D)**2; s.yb+=T/(5+T)/(1+a)*(y-s.yb); X=P[2,2]+(5*D)**2*(1+a)*.4
            if s.yb**2>2*X: P[2,2]+=T*(s.yb**2-2*X)/5
        H=np.zeros(11); H[2]=1; H[:2]=-mz*m[:2]/mh**2; c=P@H; S=H@c+R; u=Rm(s.q)[2]
        K=np.zeros(11); K[2]=c[2]/S; K[3:6]=(.2*c[3:6]+.8*(u@c[3:6])*u)/S; x+=K*(y-H@x); P+=-np.outer(K,c)-np.outer(c,K)+S*np.outer(K,K)
def attitude(f): return qm(np.array([math.cos(f.delta/2),0,0,math.sin(f.delta/2)]),f.q)
if __name__=='__main__':
    import sys
    if sys.argv[1].endswith('.csv'):
        lines=open(sys.argv[1]).read().split('\n'); f=F(.01)
        for i,l in enumerate(lines[2:],2):
            if not l: continue
            v=[float(x) for x in l.split(',')]; f.update(np.array(v[0:3]),np.array(v[3:6]),np.array(v[6:9]))
            if len(v)==13: lines[i]=','.join(l.split(',')[:9])+','+','.join('%.12f'%x for x in attitude(f))
        open(sys.argv[1],'w').write('\n'.join(lines))
    else:
        import h5py
        h=h5py.File(sys.argv[1]); g,a,m=(h[k][:].astype(float) for k in ('imu_gyr','imu_acc','imu_mag')); f=F(.0035); step=int(sys.argv[2]); out=[]
        for i in range(len(g)):
            f.update(g[i],a[i],m[i])
            if (i+1)%step==0: out.append('%d,'%i+','.join('%.12f'%x for x in attitude(f)))
        head=open(sys.argv[3]).read().split('\n')[:2]; open(sys.argv[3],'w').write('\n'.join(head+out)+'\n')
